ALTER TABLE "invoices" DROP CONSTRAINT "invoices_amount_not_negative";--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_status_known";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "kind" text COLLATE "C" DEFAULT 'invoice' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "corrects" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_kind_known" CHECK (kind in ('invoice', 'credit_note'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_amount_has_sign_of_kind" CHECK (case kind when 'credit_note' then amount_cents <= 0 else amount_cents >= 0 end);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_of_credit_note" CHECK (kind = 'credit_note' or corrects = '{}');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_status_known" CHECK (status in ('open', 'issued', 'paid', 'void'));