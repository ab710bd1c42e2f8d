// Adds rows for rooms and kinds of rooms, and shows the card as it is filled in. Without this script, each
// form has an empty row, and the card is not shown.

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
