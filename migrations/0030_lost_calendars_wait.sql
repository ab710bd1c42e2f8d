-- A feed that failed after its events were missing kept no note of whether so many were that their nights wait an hour.
-- Whoever comes from 1.1.0 keeps them the hour.
UPDATE "calendar_feeds" SET "leaving" =
  (SELECT jsonb_agg(l || '{"isSuspicious": true}' ORDER BY l ->> 'startDate') FROM jsonb_array_elements("leaving") l)
WHERE "status" = 'failing' AND "leaving" <> '[]';
