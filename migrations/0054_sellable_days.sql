CREATE TABLE "sellable_days" (
	"team_id" bigint NOT NULL,
	"unit_id" uuid NOT NULL,
	"days" datemultirange NOT NULL,
	CONSTRAINT "sellable_days_team_id_unit_id_pk" PRIMARY KEY("team_id","unit_id")
);
--> statement-breakpoint
ALTER TABLE "sellable_days" ADD CONSTRAINT "sellable_days_unit_fk" FOREIGN KEY ("team_id","unit_id") REFERENCES "public"."units"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_cancellation_fee_idx" ON "bookings" USING btree ("team_id","cancelled_at") WHERE cancellation_fee_cents > 0;--> statement-breakpoint
CREATE INDEX "payments_refunded_idx" ON "payments" USING btree ("team_id",coalesce(refunded_at, paid_at)) WHERE refunded_cents > 0;