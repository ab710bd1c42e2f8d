// Searches the side bar, marks the reader's place, and sends the forms under "Try it".

const search = document.querySelector('#search');
const token = document.querySelector('#token');
const tokenSays = document.querySelector('#token-says');
const menu = document.querySelector('.menu');

// Parts of the page that need this script are hidden without it.
for (const form of document.querySelectorAll('form.token, .search')) form.hidden = false;

// On a phone, the contents are folded up until the reader opens them, and again after a choice.
const isNarrow = matchMedia('(max-width: 60rem)');
const fold = () => {
  menu.open = !isNarrow.matches;
};
isNarrow.addEventListener('change', fold);
fold();
menu.addEventListener('click', ({ target }) => {
  if (target.closest('a') && isNarrow.matches) menu.open = false;
});

search.addEventListener('input', () => {
  const wanted = search.value.trim().toLowerCase().split(/\s+/);
  let found = 0;
  for (const section of menu.querySelectorAll('section')) {
    let shown = 0;
    for (const item of section.querySelectorAll('li')) {
      const words = `${item.textContent} ${item.dataset.words ?? ''}`.toLowerCase();
      item.hidden = !wanted.every((word) => words.includes(word));
      if (!item.hidden) shown += 1;
    }
    section.hidden = shown === 0;
    found += shown;
  }
  document.querySelector('#nothing-found').hidden = found > 0;
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') menu.querySelector('li:not([hidden]) a')?.click();
});
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  menu.open = true;
  search.focus();
});

const links = new Map(
  [...menu.querySelectorAll('a')].map((link) => [link.getAttribute('href').slice(1), link]),
);
const inView = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute('aria-current');
      const link = links.get(target.id);
      link.setAttribute('aria-current', 'true');
      if (!isNarrow.matches) link.scrollIntoView({ block: 'nearest' });
    }
  },
  { rootMargin: '-15% 0px -80% 0px' },
);
for (const id of links.keys()) {
  const target = document.getElementById(id);
  if (target) inView.observe(target);
}

/** The reference's own folder, which is also the base address of the API. */
const base = new URL('.', location.href);

token.addEventListener('change', async () => {
  tokenSays.textContent = '';
  if (token.value.trim() === '') return;
  const answer = await fetch(new URL('v1/me', base), { headers: authorization() }).catch(() => null);
  const body = await answer?.json().catch(() => null);
  tokenSays.textContent = answer?.ok ? `token of ${body.data.team.name}` : (body?.message ?? 'No answer.');
});
token.form.addEventListener('submit', (event) => event.preventDefault());

const authorization = () => ({ authorization: `Bearer ${token.value.trim()}` });

/** The request that a form describes. */
function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const field of form.querySelectorAll('[data-in]')) {
    const value = field.value.trim();
    if (field.dataset.in === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (field.dataset.in === 'query') query.append(field.name, value);
    else headers[field.name] = value;
  }
  const body = form.elements.body?.value.trim();
  if (body) headers['content-type'] = 'application/json';
  if (query.size > 0) path += `?${query}`;
  return { method: form.dataset.method.toUpperCase(), path, headers, body };
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The same request as a command. It leaves the token out, so that the line can be shown to others. */
function curlOf(form, { method, path, headers, body }) {
  const sent = { ...('token' in form.dataset ? { authorization: 'Bearer $TOKEN' } : {}), ...headers };
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(new URL(path.slice(1), base).href)}`,
    ...Object.entries(sent).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body ? [`-d ${quoted(body)}`] : []),
  ].join(' \\\n  ');
}

const element = (name, attributes, ...children) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
};

const block = (text) => element('pre', { tabIndex: 0 }, element('code', {}, text));

async function send(form) {
  const request = requestOf(form);
  const { method, path, headers, body } = request;
  const started = performance.now();
  const answer = await fetch(new URL(path.slice(1), base), {
    method,
    headers: { ...('token' in form.dataset ? authorization() : {}), ...headers },
    ...(body ? { body } : {}),
    cache: 'no-store',
  });
  const text = await answer.text();
  const milliseconds = Math.round(performance.now() - started);
  const isJson = answer.headers.get('content-type')?.includes('json');
  const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const status = element('span', { className: 'status' }, String(answer.status));
  const summary = element('p', {}, status, ` in ${milliseconds} ms${text === '' ? ', without a body' : ''}`);
  const all = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return [
    summary,
    ...(text === '' ? [] : [block(shown)]),
    element('details', {}, element('summary', {}, 'Headers of the answer'), block(all)),
    element('details', {}, element('summary', {}, 'The same with curl'), block(curlOf(form, request))),
  ];
}

for (const form of document.querySelectorAll('.try form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const outcome = form.nextElementSibling;
    if ('token' in form.dataset && token.value.trim() === '') {
      outcome.replaceChildren(
        element('p', {}, 'First paste a token at the top: “npm run -s cli -- demo” shows the demo’s.'),
      );
      token.focus();
      return;
    }
    outcome.setAttribute('aria-busy', 'true');
    const shown = await send(form).catch(() => [element('p', {}, 'The service did not answer.')]);
    outcome.replaceChildren(...shown);
    outcome.removeAttribute('aria-busy');
  });
}
