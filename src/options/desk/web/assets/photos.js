// Sends photos one after the other, in the order in which they were dropped or chosen.
const area = document.querySelector('[data-upload]');
const rows = document.querySelector('[data-sending]');
const said = document.querySelector('[data-sent]');
const input = area?.querySelector('input');

/** If the service is busy. */
const MAX_TRIES = 5;
const OUT_OF_DATE = 'This page is out of date, or you are signed out. Load it again.';

let isSending = false;
let addedCount = 0;
let failedCount = 0;
const waiting = [];

function addRow(name) {
  const row = document.createElement('li');
  const bar = document.createElement('progress');
  const [title, state] = [document.createElement('span'), document.createElement('span')];
  title.className = 'name';
  title.textContent = name;
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', name);
  state.className = 'state';
  state.textContent = 'Waiting';
  row.append(title, bar, state);
  rows.append(row);
  return {
    /** From 0 to 1. At 1 all of it is sent, but the photo is not made yet. */
    show(part) {
      state.textContent = part < 1 ? `Sending, ${Math.round(part * 100)} %` : 'Sent, and being made smaller';
      if (part < 1) bar.value = part;
      else bar.removeAttribute('value');
    },
    end(text, isAdded) {
      bar.value = isAdded ? 1 : 0;
      state.textContent = text;
      row.className = isAdded ? 'added' : 'failed';
    },
  };
}

/** `retryAfter` is in seconds. */
function sendOnce(file, row) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', area.dataset.upload);
    request.setRequestHeader('form-token', area.dataset.token);
    request.setRequestHeader('content-type', file.type);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => row.show(loaded / total));
    request.addEventListener('load', () =>
      resolve({
        status: request.response === null ? 0 : request.status,
        // The line already names the photo.
        message: (request.response?.message ?? OUT_OF_DATE).replace('The photo field ', 'It '),
        retryAfter: Number(request.getResponseHeader('retry-after') ?? 1),
      }),
    );
    request.addEventListener('error', () =>
      resolve({ status: 0, message: 'The connection broke. Choose it again.' }),
    );
    request.send(file);
  });
}

async function send(file, row) {
  for (let tries = 1; ; tries += 1) {
    row.show(0);
    const { status, message, retryAfter } = await sendOnce(file, row);
    if (status === 201) return null;
    if (status !== 503 || tries === MAX_TRIES) return message;
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
  }
}

/** What can be said without sending it. */
function findProblem({ size, type }) {
  if (!input.accept.split(',').includes(type)) return 'It must be a picture: JPEG, PNG, WebP or AVIF.';
  return size > Number(area.dataset.maxBytes) ? 'It is larger than 25 MiB.' : null;
}

async function sendWaiting() {
  if (isSending) return;
  isSending = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { file, row } = next;
    const problem = findProblem(file) ?? (await send(file, row));
    if (problem === null) addedCount += 1;
    else failedCount += 1;
    row.end(problem ?? 'Added', problem === null);
    said.textContent = [
      addedCount === 1 ? '1 photo is added.' : `${addedCount} photos are added.`,
      failedCount === 0 ? '' : failedCount === 1 ? '1 could not be.' : `${failedCount} could not be.`,
      waiting.length === 0 ? '' : `${waiting.length} to go.`,
    ]
      .filter(Boolean)
      .join(' ');
  }
  isSending = false;
  await showAdded();
}

/** Leaves alone what somebody is typing. */
async function showAdded() {
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [shown, fresh] = [document, page].map((one) => one.querySelector('[data-photos]'));
  const list = shown?.querySelector('ol');
  if (!fresh || !shown) return;
  if (!list) return shown.replaceWith(fresh);
  shown.querySelector('.count').textContent = fresh.querySelector('.count').textContent;
  for (const item of [...fresh.querySelectorAll('ol > li')]) {
    const before = document.getElementById(item.id);
    if (!before) list.append(item);
    else if (!isInUse(before)) before.replaceWith(item);
  }
}

function isInUse(item) {
  const { value, defaultValue } = item.querySelector('textarea');
  return value !== defaultValue || item.contains(document.activeElement);
}

function add(files) {
  for (const file of files) waiting.push({ file, row: addRow(file.name) });
  void sendWaiting();
}

if (area) {
  area.hidden = false;
  area.querySelector('button').addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    add([...input.files]);
    // So that the same file can be chosen again.
    input.value = '';
  });
  // Anywhere on the page, or the browser would open a photo that misses the area.
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    area.classList.add('over');
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) area.classList.remove('over');
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    area.classList.remove('over');
    add([...event.dataTransfer.files]);
  });
  addEventListener('beforeunload', (event) => {
    if (isSending) event.preventDefault();
  });
}
