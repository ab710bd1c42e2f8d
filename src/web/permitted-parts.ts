/**
 * A page shows no link, button or form that its visitor may not use (docs/rules.md, 27.8). Each page says what it needs,
 * so what is shown follows from that: whoever adds a link or a form to a page cannot forget it.
 */
import type { FastifyRequest } from 'fastify';
import { findMissingPermission, PERMISSIONS, type RequiredPermission } from '../domain/access/permissions.ts';
import type { Access } from '../services/access/access.ts';

type PageRoute = { method: string; parts: readonly string[]; permission: RequiredPermission };

declare module 'fastify' {
  interface FastifyInstance {
    teamPageRoutes: PageRoutes;
  }
}

export type PageRoutes = ReturnType<typeof createPageRoutes>;

const toParts = (path: string): string[] => path.split('/');
const isParameter = (part: string): boolean => part.startsWith(':');

/** By their paths below the team's, such as `/bookings/:booking`. */
export function createPageRoutes() {
  const routes: PageRoute[] = [];

  function findRoute(method: string, path: string): PageRoute | undefined {
    const sent = toParts(path);
    const fits = routes.filter(
      (route) =>
        route.method === method &&
        route.parts.length === sent.length &&
        route.parts.every((part, index) => isParameter(part) || part === sent[index]),
    );
    // As in routing, a fixed part comes before a parameter.
    const rank = ({ parts }: PageRoute) => parts.map((part) => (isParameter(part) ? '1' : '0')).join('');
    return fits.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
  }

  return {
    add(method: string, path: string, permission: RequiredPermission): void {
      routes.push({ method, parts: toParts(path), permission });
    },
    /** Null if the path is no page of a team, or needs nothing. */
    findRequired: (method: string, path: string): RequiredPermission =>
      findRoute(method, path)?.permission ?? null,
  };
}

export const mayOpen = (routes: PageRoutes, { permissions }: Access, path: string, method = 'GET'): boolean =>
  findMissingPermission(routes.findRequired(method, path), permissions) === null;

const FORM = /<form\b([^>]*)>([\s\S]*?)<\/form>/g;
const LINK = /<a\b([^>]*)>([\s\S]*?)<\/a>/g;
const HREF = / href="([^"]*)"/;
/** A part of a page in which something new is made. */
const NEW_PART = /<section\b[^>]* id="new"[^>]*>[\s\S]*?<\/section>/g;
const HIDDEN_INPUT = /<input type="hidden"[^>]*>/g;
const BUTTON = /<button\b[\s\S]*?<\/button>/g;
const SHOWN_FIELD = /<(textarea|select|input)\b/;
/** What holds nothing any more, from the inside out. */
const EMPTY_PARTS = [
  /<(p|li)\b[^>]*>\s*<\/\1>/g,
  /<(div class="actions"|span class="links")>\s*<\/(div|span)>/g,
  /<details\b[^>]*>\s*<summary>[^<]*<\/summary>\s*<\/details>/g,
  /<section class="card[^>]*>\s*(<h2[^>]*>[^<]*<\/h2>\s*)?<\/section>/g,
];

/** The markup is the page's own, whose attributes never contain an angle bracket. */
export function leaveOutForbidden(request: FastifyRequest, page: string): string {
  const { access, slug } = request.teamVisit.team;
  if (access.permissions.size === PERMISSIONS.length) return page;
  const base = `${request.visit.root}/teams/${slug}`;
  const routes = request.server.teamPageRoutes;
  /** Undefined if the visitor may use it, or it leads elsewhere. */
  function findForbidden(method: string, address: string): RequiredPermission | undefined {
    const [path = ''] = address.split(/[?#]/);
    if (path !== base && !path.startsWith(`${base}/`)) return undefined;
    const required = routes.findRequired(method, path.slice(base.length));
    return findMissingPermission(required, access.permissions) === null ? undefined : required;
  }
  const isFormForbidden = (attributes: string): boolean =>
    findForbidden(
      attributes.includes('method="post"') ? 'POST' : 'GET',
      / action="([^"]*)"/.exec(attributes)?.[1] ?? request.url,
    ) !== undefined;

  const withoutNew = page.replaceAll(NEW_PART, (part) => {
    const [form] = part.matchAll(FORM);
    return form && isFormForbidden(form[1] ?? '') ? '' : part;
  });
  const hasNew = withoutNew.includes(' id="new"');
  const cut = withoutNew
    .replaceAll(FORM, (form, attributes: string, content: string) =>
      isFormForbidden(attributes) ? showOnly(content) : form,
    )
    .replaceAll(LINK, (link, attributes: string, content: string) => {
      const href = HREF.exec(attributes)?.[1] ?? '';
      if (href === '#new') return hasNew ? link : '';
      const required = findForbidden('GET', href);
      if (required === undefined) return link;
      const isAction = JSON.stringify(required).includes(':write') || /class="[^"]*button/.test(attributes);
      // What a link names stays: a guest is named in a booking for whoever may not open the guest.
      return isAction ? '' : `<span${attributes.replace(HREF, '')}>${content}</span>`;
    });
  return cut === page ? page : dropEmptyParts(cut);
}

/** The values of a form that cannot be sent. A form that is only a button shows nothing. */
function showOnly(content: string): string {
  const shown = content.replaceAll(HIDDEN_INPUT, '').replaceAll(BUTTON, '');
  return SHOWN_FIELD.test(shown) ? `<fieldset class="shown" disabled>${shown}</fieldset>` : '';
}

function dropEmptyParts(page: string): string {
  const [, head = '', main = '', rest = ''] =
    /^([\s\S]*<main[^>]*>)([\s\S]*)(<\/main>[\s\S]*)$/.exec(page) ?? [];
  if (head === '') return page;
  let body = main;
  for (const pattern of EMPTY_PARTS) body = body.replaceAll(pattern, '');
  return head + body + rest;
}
