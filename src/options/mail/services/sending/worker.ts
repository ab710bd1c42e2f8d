import { startDeliveryEngine } from '../../../../services/deliveries/engine.ts';
import type { PollingLimits } from '../../../../services/jobs/polling-loop.ts';
import type { DueMail, SendingDependencies } from './dependencies.ts';
import { createPace } from './pace.ts';
import { createPeopleQueue } from './people-queue.ts';
import { createTeamQueue } from './team-queue.ts';

/** For one process. */
const LIMITS: PollingLimits<DueMail> = {
  atOnce: 5,
  atOnceOfGroup: 4,
  findGroup: ({ teamId }) => teamId ?? 'people',
};

type Dependencies = Omit<SendingDependencies, 'onTrouble' | 'onResult'> &
  Partial<Pick<SendingDependencies, 'onTrouble' | 'onResult'>> & {
    /** Of one team, by this process. 0 means no limit. */
    perMinute: number;
    onError: (error: unknown) => void;
    everyMs?: number;
  };

/** By the engine that also delivers to webhooks (docs/rules.md, 25.12 to 25.14). */
export function startMailSending({
  everyMs,
  perMinute,
  onError,
  onTrouble = () => {},
  onResult = () => {},
  ...rest
}: Dependencies) {
  const dependencies: SendingDependencies = { ...rest, onTrouble, onResult };
  const pace = createPace(perMinute);

  const engine = startDeliveryEngine({
    everyMs,
    queues: [createPeopleQueue(dependencies, () => pace.isFull(null)), createTeamQueue(dependencies, pace)],
    limits: LIMITS,
    admit: ({ teamId }) => pace.take(teamId),
    cutOff: async () => rest.transport.close(),
    onError,
  });
  return { stop: engine.stop };
}
