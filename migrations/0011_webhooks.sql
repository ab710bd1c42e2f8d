CREATE TABLE "webhook_deliveries" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"round" integer NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"booking_id" uuid,
	"status" text COLLATE "C" NOT NULL,
	"attempts" integer NOT NULL,
	"response_status" integer,
	"error" text COLLATE "C",
	"response_body" text COLLATE "C",
	"next_attempt_at" timestamp (0) with time zone,
	"created_at" timestamp (0) with time zone NOT NULL,
	"delivered_at" timestamp (0) with time zone,
	CONSTRAINT "webhook_deliveries_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "webhook_deliveries_event_key" UNIQUE("team_id","webhook_id","round","event_id"),
	CONSTRAINT "webhook_deliveries_status_known" CHECK (status in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"team_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"url" text COLLATE "C" NOT NULL,
	"types" jsonb,
	"description" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"disabled_reason" text COLLATE "C",
	"ciphertext" text COLLATE "C" NOT NULL,
	"key_id" text COLLATE "C" NOT NULL,
	"previous_ciphertext" text COLLATE "C",
	"previous_key_id" text COLLATE "C",
	"previous_until" timestamp (0) with time zone,
	"position" bigint NOT NULL,
	"round" integer NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (0) with time zone,
	"next_attempt_at" timestamp (0) with time zone,
	"last_success_at" timestamp (0) with time zone,
	"failing_since" timestamp (0) with time zone,
	"created_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "webhooks_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "webhooks_status_known" CHECK (status in ('active', 'paused', 'disabled'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_fk" FOREIGN KEY ("team_id","webhook_id") REFERENCES "public"."webhooks"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_fk" FOREIGN KEY ("team_id","event_id") REFERENCES "public"."team_events"("team_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest_idx" ON "webhook_deliveries" USING btree ("team_id","webhook_id","created_at","position","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status_idx" ON "webhook_deliveries" USING btree ("team_id","webhook_id","status","created_at","position","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries" USING btree ("team_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending_idx" ON "webhook_deliveries" USING btree ("team_id","webhook_id","booking_id","position") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_old_idx" ON "webhook_deliveries" USING btree ("created_at") WHERE status <> 'pending';--> statement-breakpoint
CREATE INDEX "webhooks_active_idx" ON "webhooks" USING btree ("team_id") WHERE status = 'active';