import { html } from 'ghtml';
import type { StayDate } from '../../../domain/stay.ts';
import { endpointsOf, type ReferenceDocument, sharedAnswersOf } from './document.ts';
import { block, type Html, headingsOf, inline, json, slugOf } from './markdown.ts';
import { methodBadge, operationSection } from './operation.ts';
import { fields } from './schema.ts';

/** The addresses of the page's own files. */
export type PageFiles = { style: string; script: string; icon: string };

/**
 * The whole reference as one page of plain HTML. It is complete with the first answer, can be searched and printed, and
 * needs a script only for trying requests.
 */
export function referencePage(document: ReferenceDocument, files: PageFiles, today: StayDate): Html {
  const { info, tags, components } = document;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="The reference of the Innkeep API: every request, its fields, answers and errors, with examples.">
<title>API reference · Innkeep</title>
<link rel="icon" href="${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${files.style}">
<script src="${files.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="brand"><img src="${files.icon}" alt="" width="26" height="26"> Innkeep <span>API reference</span></p>
<form class="token" hidden><label for="token">Token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="ink_…" aria-describedby="token-says">
<output id="token-says" for="token">for the forms under “Try it”</output></form>
</header>
<div class="columns">
!${sideBar(document)}
<main id="content" tabindex="-1">
<section id="introduction" class="prose"><h1>The Innkeep API</h1>
!${block(info.description)}
</section>
!${tags.map(
    ({ name, description }) => html`<section id="${slugOf(name)}"><h2>${name}</h2>
<p class="lead">!${inline(description)}</p>
!${endpointsOf(document, name).map((endpoint) => operationSection(endpoint, components, today))}
</section>`,
  )}
!${sharedErrors(document)}
!${sharedHeaders(components)}
!${objects(components)}
</main>
</div>
</body>
</html>
`;
}

function sideBar(document: ReferenceDocument): Html {
  const entry = (id: string, text: Html) => html`<li><a href="#${id}">!${text}</a></li>`;
  const group = (id: string, name: string, entries: Html[]) =>
    html`<section><h2><a href="#${id}">${name}</a></h2><ul>!${entries}</ul></section>`;
  return html`<nav aria-label="Contents"><details class="menu" open><summary>Contents</summary>
<p class="search" hidden><label for="search">Find a request</label> <input id="search" type="search" placeholder="Find a request" autocomplete="off"><kbd>/</kbd></p>
<p id="nothing-found" role="status" hidden>Nothing is called that.</p>
!${group(
    'introduction',
    'Introduction',
    headingsOf(document.info.description).map(({ id, text }) => entry(id, html`${text}`)),
  )}
!${document.tags.map(({ name }) =>
    group(
      slugOf(name),
      name,
      endpointsOf(document, name).map(
        ({ method, path, operation }) =>
          html`<li data-words="${`${method} ${path} ${operation.operationId}`}"><a href="#${operation.operationId}"><span>${operation.summary}</span> !${methodBadge(method)}</a></li>`,
      ),
    ),
  )}
!${group('shared', 'For all requests', [
    entry('shared-errors', 'Shared errors'),
    entry('shared-headers', 'Headers'),
    entry('objects', 'Objects'),
  ])}
</details></nav>`;
}

function sharedErrors(document: ReferenceDocument): Html {
  return html`<section id="shared"><h2 id="shared-errors">Shared errors</h2>
<p class="lead">These are the same for all requests. Each request lists the ones that it may get.</p>
!${sharedAnswersOf(document).map(([status, { description, content }]) => {
    const [example] = Object.values(content?.['application/json'].examples ?? {});
    return html`<article id="status-${status}" class="shared-error"><h3><span class="status">${status}</span></h3>
<div><p>!${inline(description)}</p>!${example ? json(example.value) : ''}</div></article>`;
  })}
</section>`;
}

function sharedHeaders({ headers }: ReferenceDocument['components']): Html {
  const rows = Object.entries(headers).map(
    ([name, { description }]) => html`<dt><code>${name}</code></dt><dd>!${inline(description)}</dd>`,
  );
  return html`<section id="shared-headers"><h2>Headers of answers</h2><dl class="fields">!${rows}</dl></section>`;
}

/** The objects in requests and answers, each described once. */
function objects({ schemas }: ReferenceDocument['components']): Html {
  const described = Object.entries(schemas).map(
    ([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>
!${schema.description ? html`<p>!${inline(schema.description)}</p>` : ''}!${fields(schema, false)}</article>`,
  );
  return html`<section id="objects"><h2>Objects</h2>!${described}</section>`;
}
