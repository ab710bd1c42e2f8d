// What is typed about a guest is kept for the form of a new booking alone (new-booking.js). If another page opens instead,
// such as the sign-in after a session has ended, nobody who uses this tab next may find it.
if (!document.querySelector('[data-stay]')) sessionStorage.removeItem('innkeep-new-booking');

// Adds a copy button to texts that are meant to be copied. Without this script, the reader selects the text.
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
