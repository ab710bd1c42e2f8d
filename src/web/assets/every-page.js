// What is typed about a guest is kept for the form of a new booking alone (new-booking.js). If another page
// opens instead, such as the sign-in after a session has ended, the next person at this tab must not find it.
if (!document.querySelector('[data-stay]')) sessionStorage.removeItem('innkeep-new-booking');

// A browser writes dates in its own language, for example 12/10/2026. Below the field the date stands as the
// page writes it: "Sat 10 Oct 2026".
const DATE_WORDS = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
for (const field of document.querySelectorAll('input[type="date"]')) {
  const words = document.createElement('output');
  words.className = 'in-words';
  words.htmlFor = field.id;
  field.after(words);
  const say = () => {
    const date = field.valueAsDate;
    words.textContent = date === null ? '' : DATE_WORDS.format(date).replace(',', '').replace('Sept', 'Sep');
  };
  for (const event of ['input', 'change']) field.addEventListener(event, say);
  // The browser fills in what was typed when it goes back to a page.
  addEventListener('pageshow', say);
  say();
}

// On a phone not all tabs of a row fit. The open one is brought into view.
const tab = document.querySelector('.tab-row [aria-current]');
const row = tab?.closest('.place-tabs');
if (row) row.scrollLeft = tab.offsetLeft - row.clientWidth / 2;

// What an address names may be in a closed part. Older browsers leave it closed.
const openAddressed = () => {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!named) return;
  for (let part = named.closest('details'); part; part = part.parentElement.closest('details'))
    part.open = true;
  named.scrollIntoView();
};
if (document.querySelector('.fold')) {
  addEventListener('hashchange', openAddressed);
  openAddressed();
}

// "Print" beside an invoice leads here. Going back to the page later prints nothing again.
if (location.hash === '#print' && document.querySelector('.invoice')) {
  history.replaceState(null, '', location.pathname + location.search);
  addEventListener('load', () => print());
}

// Without this script, the reader selects the text.
for (const box of document.querySelectorAll('[data-copy]')) {
  const field = box.querySelector('textarea');
  const button = box.querySelector('button');
  const said = box.querySelector('[role="status"]');
  if (!field || !button || !said) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const isCopied = await copy(field);
    said.textContent = isCopied ? 'Copied.' : 'Press Ctrl+C or ⌘C to copy.';
  });
}

/** The clipboard is only available on secure pages. Elsewhere the selection itself is copied. */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}
