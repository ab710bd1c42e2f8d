-- Before, every 5xx to an address but 5.7.x suppressed it. What stays is what the mail server said of the address itself.
DELETE FROM "mail_suppressions"
WHERE "reason" ~ '^(Recipient command failed|Internationalized mailbox name not allowed): [0-9]{3}'
  AND "reason" !~ '^[^:]+: [0-9]{3}[ -]5\.1\.(1|3|6|10)( |$)';--> statement-breakpoint
DELETE FROM "mail_suppressions"
WHERE EXISTS (
  SELECT FROM "memberships"
  JOIN "people" ON "people"."id" = "memberships"."person_id"
  WHERE "memberships"."team_id" = "mail_suppressions"."team_id"
    AND "people"."email_key" = "mail_suppressions"."email_key"
);
