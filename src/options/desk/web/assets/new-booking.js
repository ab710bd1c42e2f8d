// Keeps what is typed about the guest while the price of another stay is shown, and books no stay but the one
// in the fields. Without this script, the page says which stay it books.
const KEY = 'innkeep-new-booking';
const stay = document.querySelector('[data-stay]');
const booking = document.querySelector('[data-booking]');

const fieldsOf = (form) => [...form.elements].filter(({ name, type }) => name && type !== 'hidden');

/** Only until the next page of this tab has opened, whichever it is (every-page.js). */
function keep() {
  const typed = fieldsOf(booking).map(({ name, type, value, checked }) => [
    name,
    type === 'checkbox' ? checked : value,
  ]);
  sessionStorage.setItem(KEY, JSON.stringify(typed));
}

function restore() {
  const typed = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
  sessionStorage.removeItem(KEY);
  for (const field of booking ? fieldsOf(booking) : []) {
    if (!typed.has(field.name)) continue;
    if (field.type === 'checkbox') field.checked = typed.get(field.name);
    else field.value = typed.get(field.name);
  }
}

const textOf = (form) => new URLSearchParams(new FormData(form)).toString();

restore();
if (stay && booking) {
  const priced = textOf(stay);
  stay.addEventListener('submit', keep);
  booking.addEventListener('submit', (event) => {
    if (textOf(stay) === priced) return;
    event.preventDefault();
    stay.requestSubmit();
  });
}
