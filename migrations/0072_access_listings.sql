CREATE TABLE "access_listings" (
	"team_id" bigint NOT NULL,
	"holder_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "access_listings_team_id_holder_id_listing_id_pk" PRIMARY KEY("team_id","holder_id","listing_id")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "listing_ids" uuid[];--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "access_listings" ADD CONSTRAINT "access_listings_listing_fk" FOREIGN KEY ("team_id","listing_id") REFERENCES "public"."listings"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_listings_listing_idx" ON "access_listings" USING btree ("team_id","listing_id");--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_limited_has_role" CHECK (not is_limited or role is not null);