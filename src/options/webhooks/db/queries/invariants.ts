export const WEBHOOK_INVARIANTS: Record<string, string> = {
  'a disabled webhook has the event that says so': `
    select count(*) from webhooks w where w.status = 'disabled' and not exists (
      select from team_events e
      where e.team_id = w.team_id and e.type = 'webhook.disabled' and e.data->>'webhook_id' = w.id::text)`,
};
