import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { withClient } from '../helpers/database.ts';
import { dropOnEachNode, makeSpreadTemplate, openCluster } from './cluster.ts';

/** One cluster and one spread template database for the whole run; each test file clones the template on every node. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { nodeUrls, which, stop } = await openCluster();
  const templateName = `innkeep_test_${randomBytes(6).toString('hex')}`;
  const teardown = async () => {
    try {
      const { rows } = await withClient(nodeUrls[0], (admin) =>
        admin.query<{ name: string }>(
          'select datname as name from pg_database where starts_with(datname, $1)',
          [templateName],
        ),
      );
      for (const { name } of rows) await dropOnEachNode(nodeUrls, name);
    } finally {
      await stop();
    }
  };
  try {
    await makeSpreadTemplate(nodeUrls, templateName);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.vitest.logger.log(`Tests' cluster: ${which}, ${nodeUrls.length - 1} workers.`);
  project.provide('adminUrl', nodeUrls[0]);
  project.provide('nodeUrls', nodeUrls);
  project.provide('templateName', templateName);
  return teardown;
}
