import { startDeliveryEngine } from '../../deliveries/engine.ts';
import type { Turns } from '../../jobs/polling-loop.ts';
import type { DueMail, SendingDependencies } from './dependencies.ts';
import { createPace } from './pace.ts';
import { createPeopleQueue } from './people-queue.ts';
import { createTeamQueue } from './team-queue.ts';

/** A process has five connections, of which one team never has the last. */
const TURNS: Turns<DueMail> = { atOnce: 5, atOnceOfGroup: 4, findGroup: ({ teamId }) => teamId ?? 'people' };

type Dependencies = Omit<SendingDependencies, 'onTrouble' | 'onResult'> &
  Partial<Pick<SendingDependencies, 'onTrouble' | 'onResult'>> & {
    /** Tries of one team a minute, in this process. 0 means no limit. */
    perMinute: number;
    onError: (error: unknown) => void;
    everyMs?: number;
  };

/** A server's sending of messages, by the engine that delivers to webhooks as well (docs/rules.md, 25.12 to 25.14). */
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
