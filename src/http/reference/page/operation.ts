import { html } from 'ghtml';
import type { StayDate } from '../../../domain/stay.ts';
import {
  type Answer,
  type Endpoint,
  type Example,
  nameOf,
  type Parameter,
  type ReferenceDocument,
  type Schema,
} from './document.ts';
import { block, type Html, inline, json } from './markdown.ts';
import { leftToReader, prefillOf } from './prefill.ts';
import { fields, row, typeOf } from './schema.ts';

/** An operation: its description and fields on one side, a form to try it and its examples on the other. */
export function operationSection(
  endpoint: Endpoint,
  components: ReferenceDocument['components'],
  today: StayDate,
): Html {
  const { method, path, operation, parameters } = endpoint;
  const answers = Object.entries(operation.responses);
  const own = answers.flatMap(([status, answer]) => ('$ref' in answer ? [] : [{ status, answer }]));
  return html`<article id="${operation.operationId}" class="operation">
<div class="about">
<h3><a class="self" href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="route">!${methodBadge(method)} <code>!${path.replaceAll('/', '/<wbr>')}</code></p>
!${operation.security.length > 0 ? '' : '<p class="open">Needs no token.</p>'}
!${operation.description ? block(operation.description) : ''}
!${parametersList(parameters)}
!${bodyFields(endpoint, components)}
!${successes(own)}
!${errors(answers, components)}
</div>
<div class="examples">
!${tryForm(endpoint, own, today)}
!${own.flatMap(({ status, answer }) => examplesOf(answer).map((example) => exampleOf(status, example)))}
</div>
</article>`;
}

export const methodBadge = (method: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

const isSuccess = ({ status }: { status: string }) => status.startsWith('2');
const isInvalid = ({ status }: { status: string }) => status === '422';

const contentOf = ({ content }: Answer) => content?.['application/json'];
const examplesOf = (answer: Answer): Example[] => Object.values(contentOf(answer)?.examples ?? {});

function parametersList(parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required = false, description, schema }) =>
    row(
      name,
      { ...schema, description: [description, PLACES[place]].filter(Boolean).join(' ') },
      required && place !== 'path',
    ),
  );
  return html`<h4>Parameters</h4><dl class="fields">!${rows}</dl>`;
}

const PLACES = { path: 'In the path.', query: '', header: 'A header.' } as const;

function bodyFields({ operation }: Endpoint, { schemas }: ReferenceDocument['components']): Html {
  const schema = operation.requestBody?.content['application/json'].schema;
  if (!schema) return '';
  const resolved: Schema | undefined = schema.$ref ? schemas[nameOf(schema.$ref)] : schema;
  return html`<h4>Body!${operation.requestBody?.required ? '' : ' <small>optional</small>'}</h4>!${fields(resolved ?? {}, true)}`;
}

function successes(own: readonly { status: string; answer: Answer }[]): Html {
  return html`<h4>Answer</h4>!${own.filter(isSuccess).map(({ status, answer }) => {
    const schema = contentOf(answer)?.schema;
    const data = schema?.properties?.data;
    return html`<p><span class="status">${status}</span> ${schema ? '' : 'without a body'}!${
      data && !data.properties ? html` with <code>data</code>: !${typeOf(data)}` : ''
    }</p>!${schema && (!data || data.properties) ? fields(data ?? schema, false) : ''}`;
  })}`;
}

/** Errors that operations share are described once, further down. Here they are links. */
function errors(
  answers: readonly (readonly [string, Answer | { $ref: string }])[],
  { responses }: ReferenceDocument['components'],
): Html {
  const links = answers
    .filter(([, answer]) => '$ref' in answer)
    .map(([status, answer]) => {
      const shared = '$ref' in answer ? responses[nameOf(answer.$ref)] : undefined;
      return html`<a href="#status-${status}" title="${shared?.description ?? ''}">${status}</a>`;
    });
  const own = answers.flatMap(([status, answer]) =>
    '$ref' in answer || status.startsWith('2')
      ? []
      : [html`<p><span class="status">${status}</span> !${inline(answer.description)}</p>`],
  );
  return html`<h4>Otherwise</h4>!${own}<p class="shared">Shared errors: !${links.join(' ')}</p>`;
}

const exampleOf = (status: string, { summary, value }: Example): Html =>
  html`<details!${status.startsWith('2') ? ' open' : ''}><summary><span class="status">${status}</span> ${summary}</summary>!${json(value)}</details>`;

/** A form that the page's script sends. Its values exist in the demo team. */
function tryForm(
  endpoint: Endpoint,
  own: readonly { status: string; answer: Answer }[],
  today: StayDate,
): Html {
  const { method, path, operation, parameters } = endpoint;
  const prefill = prefillOf(endpoint, today);
  const left = leftToReader(endpoint);
  const id = (name: string) => `${operation.operationId}-${name}`;
  const invalid = own.filter(isInvalid).flatMap(({ answer }) => examplesOf(answer));
  return html`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}"!${operation.security.length > 0 ? ' data-token' : ''}>
!${method === 'get' ? '' : '<p class="note">This request changes the team’s data. Sent again, it may find its work done already and answer 422.</p>'}
!${
    invalid.length === 0
      ? ''
      : html`<p class="note">A 422 says what is wrong, for example: ${invalid.map(({ summary }) => lowerFirst(summary)).join('; ')}.</p>`
  }
!${left === null ? '' : html`<p class="note">${left.why}</p>`}
!${parameters.map((parameter) => input(parameter, id(parameter.name), prefill.parameters[parameter.name] ?? ''))}
!${
    prefill.body === null
      ? ''
      : html`<p><label for="${id('body')}">Body</label><textarea id="${id('body')}" name="body" rows="${Math.min(14, prefill.body.split('\n').length + 1)}" spellcheck="false">${prefill.body}</textarea></p>`
  }
<p><button type="submit">Send request</button></p>
</form><div class="outcome" aria-live="polite"></div></details>`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function input({ name, in: place, required = false, schema }: Parameter, id: string, value: string): Html {
  const label = html`<label for="${id}">${name}</label>`;
  const attributes = html`id="${id}" name="${name}" data-in="${place}"!${required ? ' required' : ''}`;
  if (!schema.enum) {
    return html`<p>!${label}<input !${attributes} value="${value}" autocomplete="off" spellcheck="false"></p>`;
  }
  const options = ['', ...schema.enum.map(String)].map(
    (word) => html`<option!${word === value ? ' selected' : ''}>${word}</option>`,
  );
  return html`<p>!${label}<select !${attributes}>!${options}</select></p>`;
}
