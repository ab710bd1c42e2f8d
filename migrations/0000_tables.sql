CREATE TABLE "blocks" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"reason" text COLLATE "C",
	"created_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "blocks_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "blocks_dates_in_order" CHECK (end_date > start_date)
);
--> statement-breakpoint
CREATE TABLE "booking_events" (
	"team_id" bigint NOT NULL,
	"booking_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"id" uuid NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_name" text COLLATE "C",
	"data" jsonb NOT NULL,
	"created_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "booking_events_team_id_booking_id_number_pk" PRIMARY KEY("team_id","booking_id","number"),
	CONSTRAINT "booking_events_id_key" UNIQUE("team_id","id"),
	CONSTRAINT "booking_events_type_known" CHECK (type in ('booking.created', 'booking.confirmed', 'booking.changed', 'booking.cancelled', 'booking.completed', 'booking.folio_changed')),
	CONSTRAINT "booking_events_actor_known" CHECK (actor_type in ('token', 'member', 'system', 'import'))
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"confirmation_code" text COLLATE "C" NOT NULL,
	"listing_id" uuid NOT NULL,
	"unit_id" uuid,
	"whole_building" boolean NOT NULL,
	"guest_id" uuid NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"check_in" date NOT NULL,
	"check_out" date NOT NULL,
	"number_of_guests" integer NOT NULL,
	"preparation_days" integer NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"accommodation_total_cents" bigint NOT NULL,
	"discount_total_cents" bigint NOT NULL,
	"fees_total_cents" bigint NOT NULL,
	"taxes_total_cents" bigint NOT NULL,
	"grand_total_cents" bigint NOT NULL,
	"price_lines" jsonb NOT NULL,
	"coupon_key" text COLLATE "C",
	"notes" text COLLATE "C",
	"special_requests" text COLLATE "C",
	"cancellation_reason" text COLLATE "C",
	"confirmed_at" timestamp (0) with time zone,
	"cancelled_at" timestamp (0) with time zone,
	"completed_at" timestamp (0) with time zone,
	"created_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "bookings_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "bookings_confirmation_code_key" UNIQUE("team_id","confirmation_code"),
	CONSTRAINT "bookings_status_known" CHECK (status in ('pending', 'confirmed', 'completed', 'cancelled')),
	CONSTRAINT "bookings_source_known" CHECK (source in ('api', 'manual', 'booking_site', 'import', 'airbnb', 'booking_com', 'vrbo', 'expedia', 'other')),
	CONSTRAINT "bookings_dates_in_order" CHECK (check_out > check_in),
	CONSTRAINT "bookings_guests_in_range" CHECK (number_of_guests between 1 and 1000),
	CONSTRAINT "bookings_preparation_days_not_negative" CHECK (preparation_days >= 0),
	CONSTRAINT "bookings_whole_or_unit" CHECK (whole_building = (unit_id is null)),
	CONSTRAINT "bookings_amounts_not_negative" CHECK (least(accommodation_total_cents, discount_total_cents, fees_total_cents, taxes_total_cents, grand_total_cents) >= 0),
	CONSTRAINT "bookings_totals_add_up" CHECK (grand_total_cents = accommodation_total_cents - discount_total_cents + fees_total_cents + taxes_total_cents),
	CONSTRAINT "bookings_cancelled_has_time" CHECK ((status = 'cancelled') = (cancelled_at is not null)),
	CONSTRAINT "bookings_completed_has_time" CHECK ((status = 'completed') = (completed_at is not null))
);
--> statement-breakpoint
CREATE TABLE "occupancies" (
	"team_id" bigint NOT NULL,
	"unit_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"booking_id" uuid,
	"block_id" uuid,
	CONSTRAINT "occupancies_team_id_unit_id_start_date_pk" PRIMARY KEY("team_id","unit_id","start_date"),
	CONSTRAINT "occupancies_dates_in_order" CHECK (end_date > start_date),
	CONSTRAINT "occupancies_booking_or_block" CHECK ((booking_id is null) <> (block_id is null))
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"team_id" bigint NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"percent_ppm" integer,
	"amount_cents" bigint,
	"active" boolean NOT NULL,
	"valid_from" date,
	"valid_until" date,
	"stay_from" date,
	"stay_until" date,
	"min_nights" integer,
	"max_redemptions" integer,
	"listing_ids" uuid[],
	CONSTRAINT "coupons_team_id_code_key_pk" PRIMARY KEY("team_id","code_key"),
	CONSTRAINT "coupons_percent_or_amount" CHECK ((percent_ppm is null) <> (amount_cents is null)),
	CONSTRAINT "coupons_percent_in_range" CHECK (percent_ppm between 0 and 1000000),
	CONSTRAINT "coupons_amount_not_negative" CHECK (amount_cents >= 0),
	CONSTRAINT "coupons_rules_not_negative" CHECK (min_nights >= 0 and max_redemptions >= 0)
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"team_id" bigint NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"percent_ppm" integer NOT NULL,
	"min_nights" integer,
	"days_before" integer,
	"listing_ids" uuid[],
	CONSTRAINT "discounts_team_id_code_pk" PRIMARY KEY("team_id","code"),
	CONSTRAINT "discounts_kind_known" CHECK (kind in ('length_of_stay', 'early_bird', 'last_minute')),
	CONSTRAINT "discounts_percent_in_range" CHECK (percent_ppm between 0 and 1000000),
	CONSTRAINT "discounts_rule_of_kind" CHECK ((kind = 'length_of_stay') = (min_nights is not null) and (kind = 'length_of_stay') = (days_before is null)),
	CONSTRAINT "discounts_rules_not_negative" CHECK (min_nights >= 0 and days_before >= 0)
);
--> statement-breakpoint
CREATE TABLE "fees" (
	"team_id" bigint NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"basis" text COLLATE "C" NOT NULL,
	"amount_cents" bigint,
	"percent_ppm" integer,
	"taxable" boolean NOT NULL,
	"listing_ids" uuid[],
	CONSTRAINT "fees_team_id_code_pk" PRIMARY KEY("team_id","code"),
	CONSTRAINT "fees_basis_known" CHECK (basis in ('stay', 'night', 'guest', 'guest_night', 'percent')),
	CONSTRAINT "fees_percent_or_amount" CHECK ((basis = 'percent') = (percent_ppm is not null) and (basis = 'percent') = (amount_cents is null)),
	CONSTRAINT "fees_percent_in_range" CHECK (percent_ppm between 0 and 1000000),
	CONSTRAINT "fees_amount_not_negative" CHECK (amount_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "taxes" (
	"team_id" bigint NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"basis" text COLLATE "C" NOT NULL,
	"amount_cents" bigint,
	"percent_ppm" integer,
	"applies_to_accommodation" boolean NOT NULL,
	"applies_to_fees" boolean NOT NULL,
	"included" boolean NOT NULL,
	"max_nights" integer,
	"listing_ids" uuid[],
	CONSTRAINT "taxes_team_id_code_pk" PRIMARY KEY("team_id","code"),
	CONSTRAINT "taxes_basis_known" CHECK (basis in ('stay', 'night', 'guest', 'guest_night', 'percent')),
	CONSTRAINT "taxes_percent_or_amount" CHECK ((basis = 'percent') = (percent_ppm is not null) and (basis = 'percent') = (amount_cents is null)),
	CONSTRAINT "taxes_percent_in_range" CHECK (percent_ppm between 0 and 1000000),
	CONSTRAINT "taxes_amount_not_negative" CHECK (amount_cents >= 0),
	CONSTRAINT "taxes_included_is_percent" CHECK (not included or basis = 'percent'),
	CONSTRAINT "taxes_max_nights_not_negative" CHECK (max_nights >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"number" text COLLATE "C" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"issued_at" timestamp (0) with time zone NOT NULL,
	"voided_at" timestamp (0) with time zone,
	CONSTRAINT "invoices_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "invoices_number_key" UNIQUE("team_id","booking_id","number"),
	CONSTRAINT "invoices_status_known" CHECK (status in ('open', 'paid', 'void')),
	CONSTRAINT "invoices_amount_not_negative" CHECK (amount_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"due_on" date,
	"paid_at" timestamp (0) with time zone,
	CONSTRAINT "payments_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "payments_status_known" CHECK (status in ('scheduled', 'paid', 'failed', 'cancelled', 'refunded')),
	CONSTRAINT "payments_amount_not_negative" CHECK (amount_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "security_deposits" (
	"team_id" bigint NOT NULL,
	"booking_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"held_at" timestamp (0) with time zone,
	"returned_at" timestamp (0) with time zone,
	CONSTRAINT "security_deposits_team_id_booking_id_pk" PRIMARY KEY("team_id","booking_id"),
	CONSTRAINT "security_deposits_id_key" UNIQUE("team_id","id"),
	CONSTRAINT "security_deposits_status_known" CHECK (status in ('pending', 'held', 'returned', 'kept', 'cancelled')),
	CONSTRAINT "security_deposits_amount_not_negative" CHECK (amount_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C",
	"email_key" text COLLATE "C",
	"phone" text COLLATE "C",
	"notes" text COLLATE "C",
	"search_text" text COLLATE "C" NOT NULL,
	"created_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "guests_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "guests_email_key_key" UNIQUE("team_id","email_key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"team_id" bigint NOT NULL,
	"idempotency_key" text COLLATE "C" NOT NULL,
	"request_hash" text COLLATE "C" NOT NULL,
	"response_status" smallint NOT NULL,
	"response_body" text COLLATE "C" NOT NULL,
	"created_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "idempotency_records_team_id_idempotency_key_pk" PRIMARY KEY("team_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "day_overrides" (
	"team_id" bigint NOT NULL,
	"listing_id" uuid NOT NULL,
	"date" date NOT NULL,
	"nightly_cents" bigint,
	"min_stay" integer,
	"max_stay" integer,
	"closed_for_arrival" boolean NOT NULL,
	"closed_for_departure" boolean NOT NULL,
	"closed" boolean NOT NULL,
	CONSTRAINT "day_overrides_team_id_listing_id_date_pk" PRIMARY KEY("team_id","listing_id","date"),
	CONSTRAINT "day_overrides_amounts_not_negative" CHECK (nightly_cents >= 0),
	CONSTRAINT "day_overrides_stay_rules_in_range" CHECK (min_stay >= 1 and max_stay >= 1)
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"building_id" uuid,
	"whole_building_bookable" boolean NOT NULL,
	"public_title" text COLLATE "C" NOT NULL,
	"nickname" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"listed_on_site" boolean NOT NULL,
	"property_type" text COLLATE "C" NOT NULL,
	"max_guests" integer NOT NULL,
	"bedrooms_count" integer NOT NULL,
	"beds_count" integer NOT NULL,
	"bathrooms_count" integer NOT NULL,
	"bathrooms_half" boolean NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"timezone" text COLLATE "C" NOT NULL,
	"check_in_time" text COLLATE "C" NOT NULL,
	"check_out_time" text COLLATE "C" NOT NULL,
	"street" text COLLATE "C",
	"city" text COLLATE "C",
	"state" text COLLATE "C",
	"postcode" text COLLATE "C",
	"country" text COLLATE "C",
	"latitude" text COLLATE "C",
	"longitude" text COLLATE "C",
	"headline" text COLLATE "C",
	"description" text COLLATE "C",
	"nightly_cents" bigint NOT NULL,
	"weekend_nightly_cents" bigint,
	"weekend_days" smallint[] NOT NULL,
	"included_guests" integer,
	"extra_guest_nightly_cents" bigint NOT NULL,
	"min_stay" integer,
	"max_stay" integer,
	"advance_notice_days" integer,
	"booking_window_days" integer,
	"preparation_days" integer NOT NULL,
	"security_deposit_cents" bigint,
	"created_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "listings_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "listings_slug_key" UNIQUE("team_id","slug"),
	CONSTRAINT "listings_slug_is_dns_label" CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
	CONSTRAINT "listings_kind_known" CHECK (kind in ('standalone', 'building', 'unit_type')),
	CONSTRAINT "listings_status_known" CHECK (status in ('draft', 'active', 'inactive', 'archived')),
	CONSTRAINT "listings_property_type_known" CHECK (property_type in ('apartment', 'house', 'villa', 'cabin', 'chalet', 'cottage', 'bungalow', 'studio', 'loft', 'townhouse', 'condominium', 'farmhouse', 'bed_and_breakfast', 'guest_house', 'hotel', 'aparthotel', 'hostel', 'private_room', 'boat', 'treehouse', 'tent', 'recreational_vehicle', 'other')),
	CONSTRAINT "listings_unit_type_has_building" CHECK ((building_id is not null) = (kind = 'unit_type')),
	CONSTRAINT "listings_not_its_own_building" CHECK (building_id <> id),
	CONSTRAINT "listings_whole_is_building" CHECK (not whole_building_bookable or kind = 'building'),
	CONSTRAINT "listings_currency_is_code" CHECK (currency ~ '^[A-Z]{3}$'),
	CONSTRAINT "listings_times_of_day" CHECK (check_in_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and check_out_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "listings_counts_in_range" CHECK (max_guests between 1 and 1000 and least(bedrooms_count, beds_count, bathrooms_count, preparation_days) >= 0 and included_guests >= 0),
	CONSTRAINT "listings_amounts_not_negative" CHECK (least(nightly_cents, weekend_nightly_cents, extra_guest_nightly_cents, security_deposit_cents) >= 0),
	CONSTRAINT "listings_weekend_days_are_weekdays" CHECK (weekend_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and array_position(weekend_days, null) is null),
	CONSTRAINT "listings_stay_rules_in_range" CHECK (min_stay >= 1 and max_stay >= 1),
	CONSTRAINT "listings_days_not_negative" CHECK (advance_notice_days >= 0 and booking_window_days >= 0)
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"is_featured" boolean NOT NULL,
	"sort_order" integer NOT NULL,
	"width" integer,
	"height" integer,
	"thumbnail_url" text COLLATE "C",
	"medium_url" text COLLATE "C",
	"original_url" text COLLATE "C",
	CONSTRAINT "photos_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "photos_sizes_not_negative" CHECK (width >= 0 and height >= 0)
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"team_id" bigint NOT NULL,
	"listing_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nightly_cents" bigint,
	"weekend_nightly_cents" bigint,
	"min_stay" integer,
	"max_stay" integer,
	CONSTRAINT "seasons_team_id_listing_id_start_date_pk" PRIMARY KEY("team_id","listing_id","start_date"),
	CONSTRAINT "seasons_dates_in_order" CHECK (end_date >= start_date),
	CONSTRAINT "seasons_amounts_not_negative" CHECK (least(nightly_cents, weekend_nightly_cents) >= 0),
	CONSTRAINT "seasons_stay_rules_in_range" CHECK (min_stay >= 1 and max_stay >= 1)
);
--> statement-breakpoint
CREATE TABLE "units" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "units_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "units_name_key" UNIQUE("team_id","listing_id","name"),
	CONSTRAINT "units_of_listing_key" UNIQUE("team_id","listing_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" bigint NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"secret_hash" text COLLATE "C" NOT NULL,
	"expires_at" timestamp (0) with time zone NOT NULL,
	"used_at" timestamp (0) with time zone,
	"created_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "invitations_secret_hash_key" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"team_id" bigint NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "memberships_team_id_person_id_pk" PRIMARY KEY("team_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"password_hash" text COLLATE "C",
	"created_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "people_email_key_key" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text COLLATE "C" NOT NULL,
	"person_id" uuid NOT NULL,
	"team_id" bigint,
	"created_at" timestamp (0) with time zone NOT NULL,
	"last_seen_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "sessions_secret_hash_key" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "teams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"timezone" text COLLATE "C" NOT NULL,
	"enforce_token_scope" boolean NOT NULL,
	"deposit_ppm" integer NOT NULL,
	"balance_due_days" integer NOT NULL,
	"created_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "teams_slug_key" UNIQUE("slug"),
	CONSTRAINT "teams_slug_is_dns_label" CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
	CONSTRAINT "teams_currency_is_code" CHECK (currency ~ '^[A-Z]{3}$'),
	CONSTRAINT "teams_deposit_is_share" CHECK (deposit_ppm between 0 and 1000000),
	CONSTRAINT "teams_balance_due_days_not_negative" CHECK (balance_due_days >= 0)
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" bigint NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"scope" text COLLATE "C" NOT NULL,
	"token_hash" text COLLATE "C" NOT NULL,
	"ciphertext" text COLLATE "C",
	"key_id" text COLLATE "C" NOT NULL,
	"created_by_email" text COLLATE "C",
	"created_by_name" text COLLATE "C",
	"created_at" timestamp (0) with time zone NOT NULL,
	"revoked_at" timestamp (0) with time zone,
	CONSTRAINT "tokens_team_id_key" UNIQUE("team_id","id"),
	CONSTRAINT "tokens_scope_known" CHECK (scope in ('read-write', 'read-only')),
	CONSTRAINT "tokens_live_has_ciphertext" CHECK ((revoked_at is null) = (ciphertext is not null))
);
--> statement-breakpoint
CREATE TABLE "token_uses" (
	"team_id" bigint NOT NULL,
	"token_id" uuid NOT NULL,
	"last_used_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "token_uses_team_id_token_id_pk" PRIMARY KEY("team_id","token_id")
);
--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_unit_fk" FOREIGN KEY ("team_id","listing_id","unit_id") REFERENCES "public"."units"("team_id","listing_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_booking_fk" FOREIGN KEY ("team_id","booking_id") REFERENCES "public"."bookings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_listing_fk" FOREIGN KEY ("team_id","listing_id") REFERENCES "public"."listings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_unit_fk" FOREIGN KEY ("team_id","listing_id","unit_id") REFERENCES "public"."units"("team_id","listing_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_guest_fk" FOREIGN KEY ("team_id","guest_id") REFERENCES "public"."guests"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_coupon_fk" FOREIGN KEY ("team_id","coupon_key") REFERENCES "public"."coupons"("team_id","code_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occupancies" ADD CONSTRAINT "occupancies_unit_fk" FOREIGN KEY ("team_id","unit_id") REFERENCES "public"."units"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occupancies" ADD CONSTRAINT "occupancies_booking_fk" FOREIGN KEY ("team_id","booking_id") REFERENCES "public"."bookings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occupancies" ADD CONSTRAINT "occupancies_block_fk" FOREIGN KEY ("team_id","block_id") REFERENCES "public"."blocks"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_booking_fk" FOREIGN KEY ("team_id","booking_id") REFERENCES "public"."bookings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_fk" FOREIGN KEY ("team_id","booking_id") REFERENCES "public"."bookings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_deposits" ADD CONSTRAINT "security_deposits_booking_fk" FOREIGN KEY ("team_id","booking_id") REFERENCES "public"."bookings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_overrides" ADD CONSTRAINT "day_overrides_listing_fk" FOREIGN KEY ("team_id","listing_id") REFERENCES "public"."listings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_building_fk" FOREIGN KEY ("team_id","building_id") REFERENCES "public"."listings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_listing_fk" FOREIGN KEY ("team_id","listing_id") REFERENCES "public"."listings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_listing_fk" FOREIGN KEY ("team_id","listing_id") REFERENCES "public"."listings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_listing_fk" FOREIGN KEY ("team_id","listing_id") REFERENCES "public"."listings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_membership_fk" FOREIGN KEY ("team_id","person_id") REFERENCES "public"."memberships"("team_id","person_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_uses" ADD CONSTRAINT "token_uses_token_fk" FOREIGN KEY ("team_id","token_id") REFERENCES "public"."tokens"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_listing_idx" ON "blocks" USING btree ("team_id","listing_id","start_date");--> statement-breakpoint
CREATE INDEX "bookings_newest_idx" ON "bookings" USING btree ("team_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_listing_idx" ON "bookings" USING btree ("team_id","listing_id","check_in");--> statement-breakpoint
CREATE INDEX "bookings_check_in_idx" ON "bookings" USING btree ("team_id","check_in");--> statement-breakpoint
CREATE INDEX "bookings_guest_idx" ON "bookings" USING btree ("team_id","guest_id");--> statement-breakpoint
CREATE INDEX "bookings_updated_idx" ON "bookings" USING btree ("team_id","updated_at");--> statement-breakpoint
CREATE INDEX "bookings_redemptions_idx" ON "bookings" USING btree ("team_id","coupon_key") WHERE coupon_key is not null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "bookings_due_idx" ON "bookings" USING btree ("check_out") WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX "occupancies_booking_idx" ON "occupancies" USING btree ("team_id","booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "occupancies_block_idx" ON "occupancies" USING btree ("team_id","block_id") WHERE block_id is not null;--> statement-breakpoint
CREATE INDEX "payments_booking_idx" ON "payments" USING btree ("team_id","booking_id","due_on","id");--> statement-breakpoint
CREATE INDEX "guests_newest_idx" ON "guests" USING btree ("team_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_records_age_idx" ON "idempotency_records" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "listings_title_idx" ON "listings" USING btree ("team_id","public_title","slug");--> statement-breakpoint
CREATE INDEX "listings_building_idx" ON "listings" USING btree ("team_id","building_id") WHERE building_id is not null;--> statement-breakpoint
CREATE INDEX "photos_listing_idx" ON "photos" USING btree ("team_id","listing_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "invitations_team_idx" ON "invitations" USING btree ("team_id","email_key");--> statement-breakpoint
CREATE INDEX "memberships_person_idx" ON "memberships" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_person_idx" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_last_seen_idx" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_live_hash_key" ON "tokens" USING btree ("token_hash") WHERE revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_live_name_key" ON "tokens" USING btree ("team_id","name") WHERE revoked_at is null;