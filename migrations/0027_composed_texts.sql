-- Brings stored texts into Unicode's composed form (NFC). "updated_at" stays as it is. A name or code that would become the
-- same as another of its table stays as well, and so does a JSON text in which a combining mark follows an escape. It needs
-- the encoding UTF8, like every database with such texts.
UPDATE "teams" SET "name" = normalize("name", NFC)
	WHERE "name" is not nfc normalized;--> statement-breakpoint
UPDATE "teams" SET "cancellation_policy" = normalize("cancellation_policy"::text, NFC)::jsonb
	WHERE "cancellation_policy"::text is not nfc normalized and "cancellation_policy"::text !~ '\\[bfnrt][\u0300-\u036f]';--> statement-breakpoint
UPDATE "people" SET "name" = normalize("name", NFC)
	WHERE "name" is not nfc normalized;--> statement-breakpoint
UPDATE "people" AS this SET "email" = normalize("email", NFC), "email_key" = normalize("email_key", NFC)
	WHERE this."email_key" is not nfc normalized and not exists (
		select from "people" as other where other."id" <> this."id"
		and normalize(other."email_key", NFC) = normalize(this."email_key", NFC));--> statement-breakpoint
UPDATE "invitations" SET "name" = normalize("name", NFC), "email" = normalize("email", NFC), "email_key" = normalize("email_key", NFC)
	WHERE "name" is not nfc normalized or "email" is not nfc normalized or "email_key" is not nfc normalized;--> statement-breakpoint
UPDATE "tokens" AS this SET "name" = normalize("name", NFC)
	WHERE this."name" is not nfc normalized and (this."revoked_at" is not null or not exists (
		select from "tokens" as other where other."team_id" = this."team_id" and other."id" <> this."id"
		and other."revoked_at" is null and normalize(other."name", NFC) = normalize(this."name", NFC)));--> statement-breakpoint
UPDATE "tokens" SET "created_by_name" = normalize("created_by_name", NFC), "created_by_email" = normalize("created_by_email", NFC)
	WHERE "created_by_name" is not nfc normalized or "created_by_email" is not nfc normalized;--> statement-breakpoint
UPDATE "listings" SET "public_title" = normalize("public_title", NFC), "nickname" = normalize("nickname", NFC), "street" = normalize("street", NFC), "city" = normalize("city", NFC), "state" = normalize("state", NFC), "postcode" = normalize("postcode", NFC), "country" = normalize("country", NFC), "headline" = normalize("headline", NFC), "description" = normalize("description", NFC), "registration_number" = normalize("registration_number", NFC)
	WHERE "public_title" is not nfc normalized or "nickname" is not nfc normalized or "street" is not nfc normalized or "city" is not nfc normalized or "state" is not nfc normalized or "postcode" is not nfc normalized or "country" is not nfc normalized or "headline" is not nfc normalized or "description" is not nfc normalized or "registration_number" is not nfc normalized;--> statement-breakpoint
UPDATE "listings" SET "cancellation_policy" = normalize("cancellation_policy"::text, NFC)::jsonb
	WHERE "cancellation_policy"::text is not nfc normalized and "cancellation_policy"::text !~ '\\[bfnrt][\u0300-\u036f]';--> statement-breakpoint
UPDATE "units" AS this SET "name" = normalize("name", NFC)
	WHERE this."name" is not nfc normalized and not exists (
		select from "units" as other where other."team_id" = this."team_id" and other."listing_id" = this."listing_id" and other."id" <> this."id"
		and normalize(other."name", NFC) = normalize(this."name", NFC));--> statement-breakpoint
UPDATE "seasons" SET "name" = normalize("name", NFC)
	WHERE "name" is not nfc normalized;--> statement-breakpoint
UPDATE "fees" AS this SET "code" = normalize("code", NFC)
	WHERE this."code" is not nfc normalized and not exists (
		select from "fees" as other where other."team_id" = this."team_id" and other."code" <> this."code"
		and normalize(other."code", NFC) = normalize(this."code", NFC));--> statement-breakpoint
UPDATE "fees" SET "name" = normalize("name", NFC)
	WHERE "name" is not nfc normalized;--> statement-breakpoint
UPDATE "taxes" AS this SET "code" = normalize("code", NFC)
	WHERE this."code" is not nfc normalized and not exists (
		select from "taxes" as other where other."team_id" = this."team_id" and other."code" <> this."code"
		and normalize(other."code", NFC) = normalize(this."code", NFC));--> statement-breakpoint
UPDATE "taxes" SET "name" = normalize("name", NFC)
	WHERE "name" is not nfc normalized;--> statement-breakpoint
UPDATE "discounts" AS this SET "code" = normalize("code", NFC)
	WHERE this."code" is not nfc normalized and not exists (
		select from "discounts" as other where other."team_id" = this."team_id" and other."code" <> this."code"
		and normalize(other."code", NFC) = normalize(this."code", NFC));--> statement-breakpoint
UPDATE "discounts" SET "name" = normalize("name", NFC)
	WHERE "name" is not nfc normalized;--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_coupon_fk";--> statement-breakpoint
UPDATE "bookings" AS this SET "coupon_key" = normalize("coupon_key", NFC)
	WHERE this."coupon_key" is not nfc normalized and not exists (
		select from "coupons" as other where other."team_id" = this."team_id" and other."code_key" <> this."coupon_key"
		and normalize(other."code_key", NFC) = normalize(this."coupon_key", NFC));--> statement-breakpoint
UPDATE "coupons" AS this SET "code_key" = normalize("code_key", NFC), "code" = normalize("code", NFC)
	WHERE this."code_key" is not nfc normalized and not exists (
		select from "coupons" as other where other."team_id" = this."team_id" and other."code_key" <> this."code_key"
		and normalize(other."code_key", NFC) = normalize(this."code_key", NFC));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_coupon_fk" FOREIGN KEY ("team_id","coupon_key") REFERENCES "public"."coupons"("team_id","code_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "guests" SET "name" = normalize("name", NFC), "phone" = normalize("phone", NFC), "notes" = normalize("notes", NFC), "search_text" = normalize("search_text", NFC)
	WHERE "name" is not nfc normalized or "phone" is not nfc normalized or "notes" is not nfc normalized or "search_text" is not nfc normalized;--> statement-breakpoint
UPDATE "guests" AS this SET "email" = normalize("email", NFC), "email_key" = normalize("email_key", NFC)
	WHERE this."email_key" is not nfc normalized and not exists (
		select from "guests" as other where other."team_id" = this."team_id" and other."id" <> this."id"
		and normalize(other."email_key", NFC) = normalize(this."email_key", NFC));--> statement-breakpoint
UPDATE "bookings" AS this SET "confirmation_code" = normalize("confirmation_code", NFC)
	WHERE this."confirmation_code" is not nfc normalized and not exists (
		select from "bookings" as other where other."team_id" = this."team_id" and other."id" <> this."id"
		and normalize(other."confirmation_code", NFC) = normalize(this."confirmation_code", NFC));--> statement-breakpoint
UPDATE "bookings" SET "notes" = normalize("notes", NFC), "special_requests" = normalize("special_requests", NFC), "cancellation_reason" = normalize("cancellation_reason", NFC)
	WHERE "notes" is not nfc normalized or "special_requests" is not nfc normalized or "cancellation_reason" is not nfc normalized;--> statement-breakpoint
UPDATE "bookings" SET "price_lines" = normalize("price_lines"::text, NFC)::jsonb
	WHERE "price_lines"::text is not nfc normalized and "price_lines"::text !~ '\\[bfnrt][\u0300-\u036f]';--> statement-breakpoint
UPDATE "bookings" SET "cancellation_policy" = normalize("cancellation_policy"::text, NFC)::jsonb
	WHERE "cancellation_policy"::text is not nfc normalized and "cancellation_policy"::text !~ '\\[bfnrt][\u0300-\u036f]';--> statement-breakpoint
UPDATE "blocks" SET "reason" = normalize("reason", NFC), "source" = normalize("source", NFC), "uid" = normalize("uid", NFC)
	WHERE "reason" is not nfc normalized or "source" is not nfc normalized or "uid" is not nfc normalized;--> statement-breakpoint
UPDATE "payments" SET "reference" = normalize("reference", NFC)
	WHERE "reference" is not nfc normalized;--> statement-breakpoint
UPDATE "invoices" AS this SET "number" = normalize("number", NFC)
	WHERE this."number" is not nfc normalized and not exists (
		select from "invoices" as other where other."team_id" = this."team_id" and other."booking_id" = this."booking_id" and other."id" <> this."id"
		and normalize(other."number", NFC) = normalize(this."number", NFC));--> statement-breakpoint
UPDATE "calendar_feeds" SET "name" = normalize("name", NFC)
	WHERE "name" is not nfc normalized;--> statement-breakpoint
UPDATE "calendar_feeds" SET "ignore" = normalize("ignore"::text, NFC)::jsonb
	WHERE "ignore"::text is not nfc normalized and "ignore"::text !~ '\\[bfnrt][\u0300-\u036f]';--> statement-breakpoint
UPDATE "calendar_feeds" SET "conflicts" = normalize("conflicts"::text, NFC)::jsonb
	WHERE "conflicts"::text is not nfc normalized and "conflicts"::text !~ '\\[bfnrt][\u0300-\u036f]';--> statement-breakpoint
UPDATE "webhooks" SET "description" = normalize("description", NFC)
	WHERE "description" is not nfc normalized;--> statement-breakpoint
UPDATE "team_events" SET "actor_name" = normalize("actor_name", NFC)
	WHERE "actor_name" is not nfc normalized;--> statement-breakpoint
UPDATE "team_events" SET "data" = normalize("data"::text, NFC)::jsonb
	WHERE "data"::text is not nfc normalized and "data"::text !~ '\\[bfnrt][\u0300-\u036f]';--> statement-breakpoint
UPDATE "team_events" SET "details" = normalize("details"::text, NFC)::jsonb
	WHERE "details"::text is not nfc normalized and "details"::text !~ '\\[bfnrt][\u0300-\u036f]';
