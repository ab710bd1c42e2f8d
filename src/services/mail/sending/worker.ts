import { startDeliveryEngine } from '../../deliveries/engine.ts';
import type { Turns } from '../../jobs/polling-loop.ts';
import type { DueMail, SendingDependencies } from './dependencies.ts';
import { createPace } from './pace.ts';
import { createPeopleQueue } from './people-queue.ts';
import { createTeamQueue } from './team-queue.ts';

/** A process sends at most five messages at once, of which at most four are of one team. */
const TURNS: Turns<DueMail> = { atOnce: 5, atOnceOfGroup: 4, findGroup: ({ teamId }) => teamId ?? 'people' };

type Dependencies = Omit<SendingDependencies, 'onTrouble' | 'onResult'> &
  Partial<Pick<SendingDependencies, 'onTrouble' | 'onResult'>> & {
    /**
     * The maximum number of messages that this process tries to send for one team in a minute, where 0 means no
     * limit.
     */
    perMinute: number;
    onError: (error: unknown) => void;
    everyMs?: number;
  };

/**
 * Sends the messages of a server, by the same engine that delivers to webhooks (docs/rules.md, 25.12 to
 * 25.14).
 */
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
    turns: TURNS,
    admit: ({ teamId }) => pace.take(teamId),
    cutOff: async () => rest.transport.close(),
    onError,
  });
  return { stop: engine.stop };
}
