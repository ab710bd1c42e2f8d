/** What `permitted-pages.ts` says, for the roles that `npm test` leaves to it. */
import { test } from 'vitest';
import { GIVEN_ROLE_CODES } from '../../../../src/domain/access/permissions.ts';
import { isOfFirstPart, openPermittedPages } from './permitted-pages.ts';

const { expectGivenRolePermitted } = await openPermittedPages();

test.each(GIVEN_ROLE_CODES.filter((role) => !isOfFirstPart(role)))(
  'a member with the role %s is led to no page and shown no form that the role forbids',
  expectGivenRolePermitted,
);
