// Shows a text of messages as it is typed. Without it, a button does.
const AFTER_MS = 400;
const form = document.querySelector('[data-mail-text]');

let timer;
let asked = 0;

async function showPreview() {
  asked += 1;
  const own = asked;
  const answer = await fetch(form.dataset.mailText, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const preview = page.querySelector('#preview');
  // A later text may have been shown by now.
  if (preview && own === asked) document.querySelector('#preview').replaceWith(document.adoptNode(preview));
}

form?.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => showPreview().catch(() => {}), AFTER_MS);
});
