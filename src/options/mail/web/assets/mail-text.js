// Shows a message as its text is typed. Without this script, a button does.
const AFTER_MS = 400;
const form = document.querySelector('[data-mail-text]');

let timer;
let requestCount = 0;

async function showPreview() {
  requestCount += 1;
  const own = requestCount;
  const answer = await fetch(form.dataset.mailText, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const preview = page.querySelector('#preview');
  // A later text may have been shown by now.
  if (preview && own === requestCount)
    document.querySelector('#preview').replaceWith(document.adoptNode(preview));
}

form?.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => showPreview().catch(() => {}), AFTER_MS);
});
