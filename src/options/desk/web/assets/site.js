// Sends a logo or a cover that is chosen or dropped, and draws the preview anew while somebody types.
import { sendPicture, takeChosen, wordsOfProgress } from './upload.js';

const preview = document.querySelector('[data-preview]');
const form = document.querySelector('form[data-look]');
const PAUSE_MS = 300;

async function send(file, area) {
  const said = area.querySelector('[role="status"]');
  const problem = await sendPicture(file, area, (part) => {
    said.textContent = wordsOfProgress(part);
  });
  if (problem === null) location.reload();
  else said.textContent = problem;
}

for (const area of document.querySelectorAll('[data-upload]')) {
  const take = ([file]) => void (file && send(file, area));
  takeChosen(area, take);
  area.addEventListener('dragover', (event) => {
    event.preventDefault();
    area.classList.add('over');
  });
  area.addEventListener('dragleave', () => area.classList.remove('over'));
  area.addEventListener('drop', (event) => {
    event.preventDefault();
    area.classList.remove('over');
    take(event.dataTransfer.files);
  });
}

/** People choose a colour by sight. */
const typedColor = form?.elements.site_color;
if (typedColor) {
  const picker = document.createElement('input');
  picker.type = 'color';
  picker.className = 'color-picker';
  picker.setAttribute('aria-label', 'Choose a colour');
  const follow = () => {
    if (/^#[0-9a-f]{6}$/i.test(typedColor.value)) picker.value = typedColor.value;
  };
  follow();
  typedColor.addEventListener('input', follow);
  picker.addEventListener('input', () => {
    typedColor.value = picker.value;
    typedColor.dispatchEvent(new Event('input', { bubbles: true }));
  });
  typedColor.after(picker);
}

let timer;
let latest = 0;

async function drawAnew() {
  latest += 1;
  const mine = latest;
  const query = new URLSearchParams();
  for (const name of ['name', 'site_headline', 'site_sentence', 'site_color'])
    query.set(name, form.elements[name]?.value ?? '');
  const answer = await fetch(`${form.dataset.look}?${query}`);
  if (!answer.ok || mine !== latest) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  preview.replaceChildren(...fresh.querySelector('[data-preview]').childNodes);
}

form?.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => void drawAnew().catch(() => {}), PAUSE_MS);
});
