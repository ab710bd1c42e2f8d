CREATE TABLE "site_booking_counts" (
	"team_id" bigint NOT NULL,
	"address_hash" text COLLATE "C" NOT NULL,
	"made_at" timestamp (0) with time zone[] NOT NULL,
	"last_made_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "site_booking_counts_team_id_address_hash_pk" PRIMARY KEY("team_id","address_hash")
);
--> statement-breakpoint
CREATE INDEX "site_booking_counts_age_idx" ON "site_booking_counts" USING btree ("last_made_at");