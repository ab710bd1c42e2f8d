// Sends photos one after the other, in the order in which they were dropped or chosen.
import { sendPicture, takeChosen, wordsOfProgress } from './upload.js';

const area = document.querySelector('[data-upload]');
const rows = document.querySelector('[data-sending]');
const said = document.querySelector('[data-sent]');

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
    show(part) {
      state.textContent = wordsOfProgress(part);
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

async function sendWaiting() {
  if (isSending) return;
  isSending = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { file, row } = next;
    const problem = await sendPicture(file, area, row.show);
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
  takeChosen(area, add);
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
