CREATE INDEX "invoices_listed_idx" ON "invoices" USING btree ("team_id","issued_at","number","id");--> statement-breakpoint
CREATE INDEX "payments_listed_idx" ON "payments" USING btree ("team_id","due_on","id");--> statement-breakpoint
CREATE INDEX "payments_paid_idx" ON "payments" USING btree ("team_id","paid_at");