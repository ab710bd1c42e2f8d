CREATE TABLE "invoice_counters" (
	"team_id" bigint PRIMARY KEY NOT NULL,
	"invoice_next_number" bigint DEFAULT 1 NOT NULL,
	"invoice_gapless_from" bigint DEFAULT 1 NOT NULL,
	"credit_note_next_number" bigint DEFAULT 1 NOT NULL,
	"credit_note_gapless_from" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "invoice_counters_invoices_rise" CHECK (invoice_next_number >= invoice_gapless_from),
	CONSTRAINT "invoice_counters_credit_notes_rise" CHECK (credit_note_next_number >= credit_note_gapless_from)
);
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "issued_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "series" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "serial_number" bigint;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "invoice_numbering" text COLLATE "C" DEFAULT 'booking' NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "credit_note_prefix" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "invoice_counters" ADD CONSTRAINT "invoice_counters_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_serial_number_key" ON "invoices" USING btree ("team_id","series","serial_number") WHERE serial_number is not null;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_series_known" CHECK (series in ('invoices', 'credit_notes')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_serial_number_in_series" CHECK ((series is null) = (serial_number is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_draft_is_open" CHECK (issued_at is not null or (status = 'open' and number is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_invoice_numbering_known" CHECK (invoice_numbering in ('booking', 'consecutive')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_series_known";--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_serial_number_in_series";--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_draft_is_open";--> statement-breakpoint
ALTER TABLE "teams" VALIDATE CONSTRAINT "teams_invoice_numbering_known";