/** What `permitted-pages.ts` says, for all roles. */
import { test } from 'vitest';
import { GIVEN_ROLE_CODES } from '../../../../src/domain/access/permissions.ts';
import { openPermittedPages } from './permitted-pages.ts';

const { expectGivenRolePermitted } = await openPermittedPages();

test.each(GIVEN_ROLE_CODES)(
  'a member with the role %s is led to no page and shown no form that the role forbids',
  expectGivenRolePermitted,
);
