import type { TestApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';

/** What a team was told of apart from its bookings and tokens, oldest first. */
export async function eventsIn({ db }: Pick<TestApp, 'db'>, teamId: number): Promise<Json[]> {
  const { rows } = await db.execute(
    `select type, actor_name as actor, data from team_events
      where team_id = ${teamId} and booking_id is null and type not like 'token.%' order by created_at, id`,
  );
  return rows;
}
