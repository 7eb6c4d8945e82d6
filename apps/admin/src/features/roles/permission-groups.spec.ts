import { PERMISSIONS } from '@sitedesk/contract/permissions';
import { expect, it } from 'vitest';
import { PERMISSION_GROUPS } from './permission-groups';

it('shows every permission once', () => {
  const shown = PERMISSION_GROUPS.flatMap(({ permissions }) => [...permissions]);
  expect([...shown].sort()).toEqual([...PERMISSIONS].sort());
});
