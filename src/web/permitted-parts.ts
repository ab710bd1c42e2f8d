/**
 * A page shows no link, button or form that its visitor may not use (docs/rules.md, 27.8). Each page says what it needs,
 * and what a finished page leads to is compared with that: whoever adds a link or a form to a page cannot forget it.
 */
import type { FastifyRequest } from 'fastify';
import { DomUtils, parseDocument } from 'htmlparser2';
import { PERMISSIONS, type RequiredPermission } from '../domain/access/permissions.ts';
import { findObstacle } from '../plugins/permissions.ts';

const { findAll, getOuterHTML, prevElementSibling, removeElement, textContent } = DomUtils;
type Document = ReturnType<typeof parseDocument>;
type Element = ReturnType<typeof findAll>[number];
type Node = Element['children'][number];

/** Texts and attributes stay as they are written. */
const AS_WRITTEN = { decodeEntities: false, emptyAttrs: true } as const;

/** Null if the visitor may send the method there, or if it is no page of the team. */
type FindForbidden = (method: string, address: string) => RequiredPermission;

/** The whole page is read only for members who may not do everything. */
export function leaveOutForbidden(request: FastifyRequest, page: string): string {
  const { permissions, listings } = request.teamVisit.team.access;
  if (permissions.size === PERMISSIONS.length && listings === null) return page;
  const findForbidden = createFindForbidden(request);
  const document = parseDocument(page, AS_WRITTEN);
  cutForms(document, (method, address) => findForbidden(method, address ?? request.url) !== null);
  cutLinks(document, findForbidden);
  return getOuterHTML(document, AS_WRITTEN);
}

function createFindForbidden({ server, teamVisit, visit }: FastifyRequest): FindForbidden {
  const { access, slug } = teamVisit.team;
  const base = `${visit.root}/teams/${slug}`;
  return (method, address) => {
    const [path = ''] = address.split(/[?#]/);
    if (path !== base && !path.startsWith(`${base}/`)) return null;
    const needs = server.teamPageRoutes.findNeeds(method, path.slice(base.length));
    return findObstacle(needs, access) === null ? null : (needs.permission ?? null);
  };
}

type IsForbidden = (method: string, address: string | undefined) => boolean;

function cutForms(document: Document, isForbidden: IsForbidden): void {
  const forms = findAll(({ name }) => name === 'form', document);
  for (const form of forms) {
    const { method = 'get', action } = form.attribs;
    const buttons = findAll(isSubmitButton, form);
    const forbidden = buttons.filter(({ attribs }) =>
      isForbidden(method.toUpperCase(), attribs.formaction ?? action),
    );
    if (buttons.length > forbidden.length) forbidden.forEach(removePart);
    else if (buttons.length > 0 || isForbidden(method.toUpperCase(), action)) showOnly(form);
  }
}

const isSubmitButton = ({ name, attribs }: Element): boolean =>
  name === 'button' && (attribs.type ?? 'submit') === 'submit';

/** The values of a form that cannot be sent. Without any, nothing of it is left. */
function showOnly(form: Element): void {
  const newPart = findAncestor(form, ({ attribs }) => attribs.id === 'new');
  if (newPart !== null) removePart(newPart);
  else if (!findAll(isShownField, form).some(hasValue)) removeWithIntroduction(form);
  else {
    form.name = 'fieldset';
    form.attribs = { class: 'shown', disabled: '' };
    findAll((element) => isHiddenInput(element) || element.name === 'button', form).forEach(removePart);
  }
}

const isHiddenInput = ({ name, attribs }: Element): boolean => name === 'input' && attribs.type === 'hidden';
const isShownField = (element: Element): boolean =>
  ['input', 'select', 'textarea'].includes(element.name) && !isHiddenInput(element);

function hasValue(field: Element): boolean {
  const { name, attribs } = field;
  if (name === 'textarea') return textContent(field).trim() !== '';
  if (name === 'select') return findAll(isChosenOption, field).length > 0;
  return attribs.type === 'checkbox' || attribs.type === 'radio'
    ? 'checked' in attribs
    : Boolean(attribs.value);
}

const isChosenOption = ({ name, attribs }: Element): boolean =>
  name === 'option' && 'selected' in attribs && attribs.value !== '';

/** What stands directly above a form is about it. */
function removeWithIntroduction(form: Element): void {
  const introduction = prevElementSibling(form);
  removePart(form);
  if (introduction && isIntroduction(introduction)) removeWithIntroduction(introduction);
}

const isIntroduction = ({ name, attribs }: Element): boolean =>
  name === 'h3' || (name === 'p' && attribs.class === 'help');

function findAncestor({ parent }: Element, test: (element: Element) => boolean): Element | null {
  if (!isElement(parent)) return null;
  return test(parent) ? parent : findAncestor(parent, test);
}

function cutLinks(document: Document, findForbidden: FindForbidden): void {
  const hasNewPart = findAll(({ attribs }) => attribs.id === 'new', document).length > 0;
  for (const link of findAll(({ name }) => name === 'a', document)) {
    const { href = '', class: look = '', title } = link.attribs;
    const required = findForbidden('GET', href);
    if (href === '#new' && !hasNewPart) removePart(link);
    else if (required !== null && isAction(link, required)) removePart(link);
    else if (required !== null) {
      // What it names stays: a guest is named in a booking for whoever may not open the guest.
      link.name = 'span';
      link.attribs = { class: look, ...(title === undefined ? {} : { title }) };
    }
  }
}

/** It says what to do or where to go, and names nothing. */
function isAction(link: Element, required: RequiredPermission): boolean {
  const looks = (link.attribs.class ?? '').split(' ');
  if (looks.includes('name')) return false;
  return (
    looks.includes('button') ||
    looks.includes('beside') ||
    JSON.stringify(required).includes(':write') ||
    textContent(link).trim() === '' ||
    findAncestor(link, ({ name }) => name === 'nav') !== null
  );
}

/** With what then holds nothing any more. */
function removePart(part: Element): void {
  const { parent } = part;
  removeElement(part);
  if (isElement(parent) && isEmptyPart(parent)) removePart(parent);
}

/** What an empty part of a page may still hold: the text above what it had. */
const HEADINGS: Readonly<Record<string, string | null>> = {
  p: null,
  li: null,
  ul: null,
  div: null,
  span: null,
  details: 'summary',
  section: 'h2',
};

function isEmptyPart({ name, children }: Element): boolean {
  const heading = HEADINGS[name];
  return (
    heading !== undefined &&
    children.every(
      (child) => isBlank(child) || (isElement(child) && child.name === heading && hasOnlyText(child)),
    )
  );
}

const isElement = (node: Node | null): node is Element => node !== null && 'attribs' in node;
const isBlank = (node: Node): boolean => node.type === 'text' && node.data.trim() === '';
const hasOnlyText = ({ children }: Element): boolean => !children.some(isElement);
