import { workInBatches } from '../../../services/jobs/batches.ts';
import type { Sweep } from '../../../services/jobs/sweep.ts';
import type { SystemDependencies } from '../../../services/team-scope.ts';
import { deleteOldDeliveriesOfAnyTeam } from '../db/queries/webhooks.ts';
import { disableSilentWebhooks } from './disabling.ts';

const DELIVERIES_KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Every minute. */
export const createWebhookSweeps = (dependencies: SystemDependencies): readonly Sweep[] => [
  () => disableSilentWebhooks(dependencies),
  (signal) => {
    const before = new Date(dependencies.clock().getTime() - DELIVERIES_KEPT_DAYS * DAY_MS);
    return workInBatches(signal, (limit) => deleteOldDeliveriesOfAnyTeam(dependencies.db, before, limit));
  },
];
