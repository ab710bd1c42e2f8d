// Proposes the browser's zone, and a short name while the team's name is typed. Without this script, the zone
// is UTC, and an empty short name is made from the name.
const form = document.querySelector('[data-begin]');
const fieldOf = (name) => form.elements.namedItem(name);

proposeZone(fieldOf('timezone'), Intl.DateTimeFormat().resolvedOptions().timeZone);

/** A zone that was chosen before an error stays. */
function proposeZone(field, zone) {
  if (field.value !== 'UTC' || fieldOf('team_name').value !== '') return;
  if (![...field.options].some(({ value }) => value === zone)) field.add(new Option(zone, zone));
  field.value = zone;
}

let proposed = fieldOf('slug').value === '' ? '' : null;
fieldOf('slug').addEventListener('input', ({ target }) => {
  proposed = target.value === '' ? '' : null;
});
// A short name that somebody has typed stays.
fieldOf('team_name').addEventListener('input', ({ target }) => {
  if (proposed === null) return;
  proposed = toSlug(target.value);
  fieldOf('slug').value = proposed;
});

function toSlug(name) {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return ascii.replace(/^-/, '').slice(0, 50).replace(/-$/, '');
}
