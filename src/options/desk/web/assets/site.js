// Sends a logo or a cover that is chosen or dropped, and draws the preview anew while somebody types.
const preview = document.querySelector('[data-preview]');
const form = document.querySelector('form[data-look]');
const PAUSE_MS = 300;

function send(area, file) {
  const said = area.querySelector('[role="status"]');
  const { upload, token, maxBytes } = area.dataset;
  const input = area.querySelector('input');
  if (!input.accept.split(',').includes(file.type)) {
    said.textContent = 'It must be a picture: JPEG, PNG, WebP or AVIF.';
    return;
  }
  if (file.size > Number(maxBytes)) {
    said.textContent = 'It is larger than 25 MiB.';
    return;
  }
  const request = new XMLHttpRequest();
  request.open('POST', upload);
  request.setRequestHeader('form-token', token);
  request.setRequestHeader('content-type', file.type);
  request.responseType = 'json';
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    said.textContent =
      loaded < total ? `Sending, ${Math.round((100 * loaded) / total)} %` : 'Sent, and being made smaller';
  });
  request.addEventListener('load', () => {
    if (request.status === 200) return location.reload();
    const { message } = request.response ?? {};
    said.textContent = (message ?? 'This page is out of date, or you are signed out. Load it again.').replace(
      /^The (logo|cover) field /,
      'It ',
    );
  });
  request.addEventListener('error', () => {
    said.textContent = 'The connection broke. Choose it again.';
  });
  said.textContent = 'Sending';
  request.send(file);
}

for (const area of document.querySelectorAll('[data-upload]')) {
  const input = area.querySelector('input');
  area.hidden = false;
  area.querySelector('button').addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const [file] = input.files;
    // So that the same file can be chosen again.
    input.value = '';
    if (file) send(area, file);
  });
  area.addEventListener('dragover', (event) => {
    event.preventDefault();
    area.classList.add('over');
  });
  area.addEventListener('dragleave', () => area.classList.remove('over'));
  area.addEventListener('drop', (event) => {
    event.preventDefault();
    area.classList.remove('over');
    const [file] = event.dataTransfer.files;
    if (file) send(area, file);
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
