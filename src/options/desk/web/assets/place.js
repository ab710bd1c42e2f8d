// Adds rows for rooms and kinds of rooms, shows the card as it is filled in, and filters amenities. Without this
// script, each form has an empty row, the card is not shown, and all amenities are.

for (const list of document.querySelectorAll('[data-rows]')) {
  const more = list.querySelector('[data-more]');
  if (!more) continue;
  more.hidden = false;
  more.addEventListener('click', () => addRow(list, more));
}

/** A copy of the last row, empty and with its number raised. */
function addRow(list, more) {
  const rows = list.querySelectorAll('[data-row]');
  const last = rows[rows.length - 1];
  const number = rows.length;
  const row = last.cloneNode(true);
  const raise = (text) => text.replace(`_${number - 1}_`, `_${number}_`);
  for (const element of row.querySelectorAll('*'))
    for (const name of ['id', 'name', 'for', 'aria-describedby'])
      if (element.hasAttribute(name)) element.setAttribute(name, raise(element.getAttribute(name)));
  for (const field of row.querySelectorAll('input')) {
    field.value = '';
    field.removeAttribute('aria-invalid');
  }
  for (const error of row.querySelectorAll('.error')) error.remove();
  for (const title of row.querySelectorAll('legend, label'))
    if (title.textContent.endsWith(` ${number}`))
      title.textContent = title.textContent.replace(/\d+$/, String(number + 1));
  more.before(row);
  row.querySelector('input')?.focus();
}

const card = document.querySelector('[data-card]');
const form = document.querySelector('.with-look form');
if (card && form) {
  card.hidden = false;
  form.addEventListener('input', () => showCard(card, form));
  showCard(card, form);
}

/** Of a choice, its words. */
function readShown(field) {
  if (!field) return '';
  return (field.selectedOptions ? field.selectedOptions[0].textContent : field.value).trim();
}

/** Of a building's kinds of rooms, or of the place itself. */
function readLowestPrice(form) {
  const ofKinds = findLowest(form.querySelectorAll('[data-row] [name$=_nightly]'));
  return ofKinds || findLowest(form.querySelectorAll('[name=nightly]'));
}

function findLowest(fields) {
  const prices = [...fields].map(readShown).flatMap((text) => {
    const [, whole, cents = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
    return whole === undefined ? [] : [{ text, amount: Number(`${whole}.${cents}`) }];
  });
  return prices.sort((one, other) => one.amount - other.amount)[0]?.text ?? '';
}

function showCard(card, form) {
  for (const part of card.querySelectorAll('[data-shows]')) {
    const { shows, before, after, instead } = part.dataset;
    // It is not of this form, and stays as it is.
    if (shows !== 'nightly' && !form.elements.namedItem(shows)) continue;
    const text = shows === 'nightly' ? readLowestPrice(form) : readShown(form.elements.namedItem(shows));
    part.textContent = text === '' ? instead : before + text + after;
  }
  const picture = card.querySelector('[data-drawing]');
  // A place with a photo shows that.
  if (!picture) return;
  const drawing = JSON.parse(card.dataset.card)[form.elements.namedItem('property_type')?.value];
  picture.hidden = !drawing;
  if (drawing) picture.src = card.dataset.root + drawing;
}

for (const filter of document.querySelectorAll('[data-filter]')) {
  const search = filter.querySelector('input');
  const list = document.getElementById(search.getAttribute('aria-controls'));
  filter.hidden = false;
  search.addEventListener('input', () =>
    filterTicks(list, search.value, filter.querySelector('[role=status]')),
  );
  // It would send the form.
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
}

/** What is hidden keeps its tick. A group is shown whole if its own name fits. */
function filterTicks(list, typed, status) {
  const text = typed.trim().toLowerCase();
  const fits = (element) => element.textContent.toLowerCase().includes(text);
  let count = 0;
  for (const group of list.querySelectorAll('fieldset')) {
    const isWhole = fits(group.querySelector('legend'));
    const shown = [...group.querySelectorAll('label')].filter((label) => {
      label.hidden = !isWhole && !fits(label);
      return !label.hidden;
    });
    group.hidden = shown.length === 0;
    count += shown.length;
  }
  status.textContent = text === '' ? '' : `${count} found`;
}
