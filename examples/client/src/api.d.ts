// Made from openapi.json by "npm run generate": do not edit.
// SHA-256 of openapi.json: 80b5da5acbdddef6397543e6992403ad6e04fb8278fc96b4cc548fcc3f1f3982

export interface paths {
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the team and the token
         * @description Says which team the token belongs to, and so whether it is valid.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List guests
         * @description Newest first.
         */
        get: operations["listGuests"];
        put?: never;
        /**
         * Add a guest
         * @description An email that another guest of the team has is a 422 under `email`.
         */
        post: operations["createGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/{guest}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a guest */
        get: operations["getGuest"];
        /**
         * Change a guest
         * @description Send only what changes: an absent key keeps its value, null clears it.
         */
        put: operations["changeGuest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/{guest}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything about a guest
         * @description The guest and their bookings, oldest first, each with its folio and events.
         */
        get: operations["exportGuest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guests/{guest}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a guest
         * @description Takes away everything that says who the guest was, also from their bookings and events; amounts, dates and invoices stay. Refused under `guest` while a booking is pending or confirmed, a deposit held or a payment scheduled. Erasing twice answers the same.
         */
        post: operations["eraseGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the team’s settings */
        get: operations["getTeam"];
        /**
         * Change the team’s settings
         * @description Send only what changes: an absent key keeps its value, null means the default. The slug and the currency cannot be changed here. Existing bookings stay as they are.
         */
        put: operations["changeTeam"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team’s listings
         * @description In any status, by title and then slug.
         */
        get: operations["listListings"];
        put?: never;
        /**
         * Add a listing
         * @description Photos, seasons and days have their own requests. A unit type has the address, time zone and currency of its building, and may repeat them.
         */
        post: operations["createListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listings/{listing}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a listing */
        get: operations["getListing"];
        /**
         * Change a listing
         * @description Send only what changes: an absent key keeps its value, null clears it, also within `address`. The kind, the building and the currency cannot change once there are units, bookings or unit types. Prices and rules have their own request.
         */
        put: operations["changeListing"];
        post?: never;
        /**
         * Delete a listing
         * @description Deletes a listing that never had a booking or a block and has no unit types, with its units, prices and photos. Any other is a 422 under `listing`: give it the status `archived` instead. Charges that name the listing no longer do, and a charge for this listing only then applies to nothing.
         */
        delete: operations["deleteListing"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listings/{listing}/units": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a listing’s units
         * @description By name. A building has no units itself: its unit types have them.
         */
        get: operations["listUnits"];
        put?: never;
        /** Add a unit to a listing */
        post: operations["createUnit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/units/{unit}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a unit */
        get: operations["getUnit"];
        /**
         * Change a unit
         * @description An inactive unit cannot be booked. Its bookings stay.
         */
        put: operations["changeUnit"];
        post?: never;
        /**
         * Delete a unit
         * @description Deletes a unit that never had a booking or a block. Any other is a 422 under `unit`: make it inactive instead.
         */
        delete: operations["deleteUnit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listings/{listing}/photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a listing’s photos
         * @description In the order in which they are shown.
         */
        get: operations["getPhotos"];
        /**
         * Replace a listing’s photos
         * @description The whole list: photos that are missing in it are deleted. The order of the list decides, not `sort_order`. An entry with the `id` of one of this listing’s photos keeps what it leaves out. Any other entry is a new photo, and needs the address of at least one version of its picture.
         */
        put: operations["changePhotos"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listings/{listing}/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a listing’s prices, rules and seasons */
        get: operations["getRates"];
        /**
         * Change a listing’s prices, rules and seasons
         * @description Send only what changes. `rates` and `rules` are changed key by key, and null clears a key. If `seasons` are given, they replace all present ones. Existing bookings keep their prices.
         */
        put: operations["changeRates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listings/{listing}/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a listing’s day overrides
         * @description Only days that differ from their season or listing, in order. The calendar shows the result.
         */
        get: operations["listDays"];
        /**
         * Change days of a listing
         * @description Answers with the days of the ranges after the change. A day on which everything is null or false has no override. Existing bookings keep their prices.
         */
        put: operations["changeDays"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change days of many listings
         * @description Up to 200 listings and 100000 days, all or none, in a body of up to 16 MiB. The answer says how many listings and days have changed.
         */
        post: operations["changeManyDays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team’s fees
         * @description By code.
         */
        get: operations["listFees"];
        put?: never;
        /** Add a fee */
        post: operations["createFee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fees/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a fee */
        get: operations["getFee"];
        /**
         * Change a fee
         * @description Send only what changes: an absent key keeps its value, null clears it. A percentage clears the amount, and an amount the percentage. Existing bookings keep their prices.
         */
        put: operations["changeFee"];
        post?: never;
        /** Delete a fee */
        delete: operations["deleteFee"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/taxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team’s taxes
         * @description By code.
         */
        get: operations["listTaxes"];
        put?: never;
        /** Add a tax */
        post: operations["createTax"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/taxes/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a tax */
        get: operations["getTax"];
        /**
         * Change a tax
         * @description Send only what changes: an absent key keeps its value, null clears it. A percentage clears the amount, and an amount the percentage. Existing bookings keep their prices.
         */
        put: operations["changeTax"];
        post?: never;
        /** Delete a tax */
        delete: operations["deleteTax"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team’s discounts
         * @description By code.
         */
        get: operations["listDiscounts"];
        put?: never;
        /** Add a discount */
        post: operations["createDiscount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discounts/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a discount */
        get: operations["getDiscount"];
        /**
         * Change a discount
         * @description Send only what changes: an absent key keeps its value, null clears it. A percentage clears the amount, and an amount the percentage. Existing bookings keep their prices.
         */
        put: operations["changeDiscount"];
        post?: never;
        /** Delete a discount */
        delete: operations["deleteDiscount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team’s coupons
         * @description By code.
         */
        get: operations["listCoupons"];
        put?: never;
        /** Add a coupon */
        post: operations["createCoupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/coupons/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a coupon */
        get: operations["getCoupon"];
        /**
         * Change a coupon
         * @description Send only what changes: an absent key keeps its value, null clears it. A percentage clears the amount, and an amount the percentage. Existing bookings keep their prices.
         */
        put: operations["changeCoupon"];
        post?: never;
        /**
         * Delete a coupon
         * @description A coupon that a booking has used is a 422: deactivate it instead.
         */
        delete: operations["deleteCoupon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/availability/{listing}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a stay
         * @description Says whether the stay is available, which rules it fails, and its total price. The answer is a 200 with a price even if the stay is not available. A coupon that does not apply is a 422 under `coupon_code`.
         */
        get: operations["getAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listings/{listing}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a listing’s calendar
         * @description One entry for each day from `start_date` to `end_date`, both included.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read many calendars
         * @description The calendars of the team’s listings, by title and then slug. Each is the same as the listing’s own calendar.
         */
        get: operations["listCalendars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/occupancies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List occupied units
         * @description Everything that takes a unit on a night from `from` up to, but not including, `to`: bookings with their preparation nights, and blocks. By listing, unit and first night.
         */
        get: operations["listOccupancies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search for a stay
         * @description Checks and prices a stay at every place at once. Each answer is the same as the place’s own quote. Places whose price is too large are left out. The search covers the team’s active listings.
         */
        get: operations["searchListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bookings
         * @description Newest first: by `created_at`, then id.
         */
        get: operations["listBookings"];
        put?: never;
        /**
         * Make a booking
         * @description Checks and prices the stay as a quote does, and takes its nights at once. Every rule that it fails is reported under `availability`, too many guests under `number_of_guests`, a coupon that does not apply under `coupon_code`. Send an `Idempotency-Key`, because an answer may get lost on its way.
         */
        post: operations["createBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a booking
         * @description With its listing, guest and unit.
         */
        get: operations["getBooking"];
        /**
         * Change a booking
         * @description Send only what changes: an absent key keeps its value, null clears it. New dates or another number of guests are checked and priced again, and the folio’s plan follows. A cancelled or completed booking is a 422 under `status`.
         */
        put: operations["changeBooking"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a booking’s events
         * @description Oldest first.
         */
        get: operations["listBookingEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a booking
         * @description From `pending` to `confirmed`. A booking in any other status is a 422 under `status`.
         */
        post: operations["confirmBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a booking
         * @description Frees the nights at once. Scheduled payments are cancelled, open invoices are voided, a held deposit is returned, and the coupon can be redeemed again. What is paid stays paid. The fee follows from the booking’s cancellation terms, unless the body gives another; a pending booking is cancelled without one. The body may be absent.
         */
        post: operations["cancelBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a booking
         * @description What “Make a booking” would make of the same body, with its folio. Nothing is kept, and an `Idempotency-Key` is ignored. Every refusal is that of the write itself.
         */
        post: operations["previewBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of a booking
         * @description What “Change a booking” would make of it with the same body, and the difference in its price. Nothing is kept, and an `Idempotency-Key` is ignored. Every refusal is that of the write itself.
         */
        post: operations["previewBookingChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/cancel/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a cancellation
         * @description What “Cancel a booking” would make of it. Nothing is kept, and an `Idempotency-Key` is ignored. Every refusal is that of the write itself.
         */
        post: operations["previewBookingCancellation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/folio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a booking’s folio */
        get: operations["getFolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record money that came otherwise than planned
         * @description Adds a paid payment. The scheduled and failed payments shrink by it, the first due first; those with nothing left are cancelled. More than what is owed is a 422 under `amount`, unless `allow_overpayment` is true. So is any payment on a cancelled booking.
         */
        post: operations["addPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/payments/{payment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Record the outcome of a payment
         * @description Innkeep moves no money: it records what the team’s payment provider did. From `scheduled` or `failed` to `paid` or `failed`, and from `paid` to `refunded`: a payment that is refunded in part stays `paid` until all of it is. Any other step is a 422 under `status`; on a cancelled booking only `paid` to `refunded` is allowed. A payment that is more than what is owed becomes `paid` only if `allow_overpayment` is true: otherwise it is a 422 under `status`. A `reference` alone may be set at any time.
         */
        put: operations["recordPayment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/invoices/{invoice}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Record the outcome of an invoice
         * @description From `open` to `paid` or `void`. Any other step, and any step on a cancelled booking, is a 422 under `status`.
         */
        put: operations["recordInvoice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{booking}/security-deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Record the outcome of the security deposit
         * @description From `pending` to `held`, and from `held` to `returned` or `kept`. Any other step, and any step on a cancelled booking, is a 422 under `status`.
         */
        put: operations["recordSecurityDeposit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List blocks */
        get: operations["listBlocks"];
        put?: never;
        /**
         * Block nights
         * @description Makes one block for each unit. Nights that are taken are a 422 under `availability`.
         */
        post: operations["createBlocks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/blocks/{block}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a block */
        delete: operations["deleteBlock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the team’s events in order
         * @description Begins at the first event, or after the position `after`. Once a position has been read, no lower one ever appears. To follow the feed, send `meta.next` as the next request’s `after`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Oldest first.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description Delivers what happens from now on to an address, signed by Standard Webhooks. A team can have 20. An address that is not public is a 422 under `url`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["getWebhook"];
        /**
         * Change, pause or resume a webhook
         * @description Send only what changes. A paused or disabled webhook keeps its place. Once it is `active` again, everything that is outstanding is tried at once.
         */
        put: operations["changeWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Its deliveries are deleted as well.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook’s secret
         * @description With the secret anyone can sign messages, so a team that enforces token scopes shows it to tokens that may write.
         */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret
         * @description For 24 hours deliveries are signed with both, the new one and the former one.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook’s deliveries
         * @description Newest first. They are kept for 30 days, and at most the last 100,000 of a webhook.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver once more
         * @description Tries at once, also what was delivered before. An earlier event of the same booking goes first. While the webhook is paused or disabled, the delivery waits until it is active again.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back in the feed
         * @description Everything after a position is delivered again, with new deliveries. A webhook can be replayed ten times an hour; beyond that the answer is a 429.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description Sends `webhook.test` now, whatever the webhook’s state, and says what came of it.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/units/{unit}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the address of a unit’s calendar */
        get: operations["getUnitCalendar"];
        put?: never;
        /**
         * Publish a unit’s calendar
         * @description Makes an address at which other systems read when the unit is taken, as iCalendar: from 30 days back to two years ahead, without anything about guests. What came from a calendar feed is left out; with `?include=imported` at its end the address has it too, for calendars that people read. A unit has one address: asked again, it is the same.
         */
        post: operations["createUnitCalendar"];
        /**
         * Withdraw a unit’s calendar
         * @description Nothing is at its address any more. Publishing it again makes another one.
         */
        delete: operations["deleteUnitCalendar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calendar-feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calendar feeds
         * @description Oldest first.
         */
        get: operations["listCalendarFeeds"];
        put?: never;
        /**
         * Add a calendar feed
         * @description Reads the calendar of another system, such as Airbnb, every quarter of an hour, and blocks the nights of its events. A team can have 2,000. An address that is not public is a 422 under `url`.
         */
        post: operations["createCalendarFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calendar-feeds/{feed}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a calendar feed */
        get: operations["getCalendarFeed"];
        /**
         * Change, pause or resume a calendar feed
         * @description Send only what changes. A paused feed keeps its blocks.
         */
        put: operations["changeCalendarFeed"];
        post?: never;
        /**
         * Delete a calendar feed
         * @description Frees the nights that it took.
         */
        delete: operations["deleteCalendarFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calendar-feeds/{feed}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a calendar now
         * @description Answers with the feed, also if the calendar cannot be read: `status` and `last_error` say so.
         */
        post: operations["refreshCalendarFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the site’s places
         * @description Places and buildings, by title and then slug. Unit types are inside their building.
         */
        get: operations["listPublicListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/listings/{listingSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a listing */
        get: operations["getPublicListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/listings/{listingSlug}/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a listing’s terms */
        get: operations["getPublicTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/listings/{listingSlug}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a stay
         * @description The answer is the same as for the team.
         */
        get: operations["getPublicAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/listings/{listingSlug}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a listing’s calendar
         * @description One entry for each day from `start_date` to `end_date`, both included.
         */
        get: operations["getPublicCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search for a stay
         * @description Checks and prices a stay at every place at once. Each answer is the same as the place’s own quote. Places whose price is too large are left out. The search covers the places that the booking site shows.
         */
        get: operations["searchPublicListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a booking
         * @description For sites with `site_bookings`: `request` makes a pending booking that expires, `instant` a confirmed one. With `off`, this path does not exist. The rules and the price are those of `POST /v1/bookings`. A stay of more nights than the team’s `site_max_nights` is a 422 under `check_out`, although its quote says that it is available. At most 2 requests of one email wait for the team’s answer, 3 of one address, and 200 of one site: more are a 429.
         */
        post: operations["createPublicBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/bookings/{confirmation_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a booking with its key
         * @description Send its key in the header `Booking-Key`. Without the right key, it is a 404.
         */
        get: operations["getPublicBooking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{teamSlug}/bookings/{confirmation_code}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a request with its key
         * @description Send its key in the header `Booking-Key`. Without the right key, it is a 404. A booking that is not pending is a 422.
         */
        post: operations["withdrawPublicBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            success: boolean;
            data: {
                team: {
                    id: number;
                    slug: string;
                    name: string;
                };
                token: {
                    name: string;
                    /** @description One entry: the scope of the token. */
                    abilities: ("read-write" | "read-only")[];
                    /**
                     * Format: date-time
                     * @description Stored at most once a minute; the time of this request if nothing is stored yet.
                     */
                    last_used_at: string;
                };
            };
        };
        AlternativeStay: {
            /** Format: date */
            check_in: string;
            /** Format: date */
            check_out: string;
            nights: number;
            /** @description For the same guests, without a coupon. */
            grand_total: number;
        };
        Availability: {
            available: boolean;
            /** @description The first of `reasons`; null when available. */
            reason_code: ("listing_not_bookable" | "past_date" | "advance_notice" | "booking_window" | "guests_exceeded" | "min_stay" | "max_stay" | "closed_for_arrival" | "closed_for_departure" | "dates_unavailable") | null;
            /** @description The first of `reasons`, in words; null when available. */
            reason_message: string | null;
            /** @description Every rule that the stay fails; empty when available. */
            reasons: components["schemas"]["Reason"][];
            price: components["schemas"]["Price"];
            /** @description How many units could take the whole stay, even if it fails another rule. */
            units_left: number;
            /** @description Other available stays, the nearest first, if they were requested and this one is not available. */
            alternatives: components["schemas"]["AlternativeStay"][];
            /** @description Null if the place has no cancellation terms. */
            cancellation: components["schemas"]["CancellationTerms"] | null;
        };
        Block: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            listing_id: string;
            /** Format: uuid */
            unit_id: string;
            /**
             * Format: date
             * @description The first night that cannot be booked.
             */
            start_date: string;
            /**
             * Format: date
             * @description The first night that can be booked again.
             */
            end_date: string;
            reason: string | null;
            /** @description The name of the calendar feed that it came from. */
            source: string | null;
            /** @description The calendar feed that it belongs to, which alone can end it. */
            feed_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Booking: {
            /** Format: uuid */
            id: string;
            /** @description The code for the guests, unique within the team. */
            confirmation_code: string;
            /** Format: uuid */
            listing_id: string;
            /** @description Null if the whole building is booked. */
            unit: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            whole_building: boolean;
            /** @description Whether it keeps its unit when bookings are moved to make room. */
            unit_pinned: boolean;
            /** Format: uuid */
            guest_id: string;
            /**
             * @description All except `cancelled` keep their nights. A confirmed booking completes by itself at its check-out.
             * @enum {string}
             */
            status: "pending" | "confirmed" | "completed" | "cancelled";
            /** @enum {string} */
            source: "api" | "manual" | "booking_site" | "import" | "airbnb" | "booking_com" | "vrbo" | "expedia" | "other";
            /** Format: date */
            check_in: string;
            /**
             * Format: date
             * @description The day of departure: the night that begins on it is not part of the stay.
             */
            check_out: string;
            nights: number;
            number_of_guests: number;
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            accommodation_total: number;
            /** @description All discounts together, not negative. */
            discount_total: number;
            fees_total: number;
            /** @description Without taxes that are `included` in other lines. */
            taxes_total: number;
            /** @description accommodation_total − discount_total + fees_total + taxes_total. */
            grand_total: number;
            price_breakdown: components["schemas"]["PriceLine"][];
            coupon_code: string | null;
            /** @description The team’s own notes. */
            notes: string | null;
            /** @description The guest’s. */
            special_requests: string | null;
            /** @description The cancellation terms at the time of booking. Null if it has none. */
            cancellation: components["schemas"]["CancellationTerms"] | null;
            cancellation_reason: string | null;
            /** @description Null if it is not cancelled, or was cancelled without terms and without a given fee. */
            cancellation_fee: number | null;
            /** @description When a pending booking frees its nights by itself; null if it keeps them. */
            expires_at: string | null;
            confirmed_at: string | null;
            cancelled_at: string | null;
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            listing: components["schemas"]["Listing"];
            guest: components["schemas"]["Guest"];
        };
        BookingChange: {
            /** Format: date */
            check_in?: string;
            /** Format: date */
            check_out?: string;
            number_of_guests?: number;
            notes?: string | null;
            special_requests?: string | null;
            /** @description Changes the guest’s record. */
            guest?: {
                name?: string;
                email?: string | null;
                phone?: string | null;
            };
            /** @description Skips every rule but one: a unit must be free. For staff, and for bookings made elsewhere. */
            override_rules?: boolean | null;
            /** @description Only for a pending booking: from now, its nights are free again after so many minutes. Null keeps them. */
            expires_in?: number | null;
            /** @description The grand total that you have agreed to. If it is another one, nothing is written, and the answer is a 409 with the present price. */
            expected_total?: number | null;
            /**
             * Format: uuid
             * @description Moves the booking to this unit of its listing, or keeps it there for its new dates. The unit must be free. Nobody else is moved for it.
             */
            unit_id?: string;
            /** @description Keeps the unit when bookings are moved to make room. */
            unit_pinned?: boolean;
        };
        BookingEvent: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.expired" | "booking.completed" | "booking.folio_changed" | "booking.unit_moved";
            actor: {
                /** @enum {string} */
                type: "token" | "member" | "site" | "system" | "import";
                /** @description The token’s or member’s name. */
                name: string | null;
            };
            /** @description For a change: each field with its value before and after. For the guest only the names of the fields. */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        BookingPreview: {
            booking: components["schemas"]["Booking"];
            folio: components["schemas"]["Folio"];
            /** @description The grand total before; null for a new booking. */
            previous_total: number | null;
            /** @description By how much the grand total changes; for a new booking all of it. */
            difference: number;
        };
        CalendarConflict: {
            /** @description The event in the feed. */
            uid: string;
            /** Format: date */
            start_date: string;
            /** Format: date */
            end_date: string;
            /** @description What has some of these nights: a booking or a block. */
            with: {
                booking_id: string | null;
                block_id: string | null;
            };
        };
        CalendarFeed: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            unit_id: string;
            name: string;
            url: string;
            paused: boolean;
            /** @description Summaries. Events with one of them count as absent. */
            ignore: string[];
            /**
             * @description `failing`: it could not be read, and keeps its blocks. `suspicious`: so many events have vanished that their nights are kept for an hour.
             * @enum {string}
             */
            status: "new" | "ok" | "failing" | "suspicious";
            last_checked_at: string | null;
            last_success_at: string | null;
            /** @description Why it could not be read. */
            last_error: string | null;
            /** @description The events of the last reading, from today to two years ahead, without ignored ones. */
            events: number;
            /** @description Events whose nights something else has. */
            conflicts: components["schemas"]["CalendarConflict"][];
        };
        CalendarFeedChange: {
            /**
             * Format: uuid
             * @description A feed stays with its unit: only the same id is accepted.
             */
            unit_id?: string;
            /** @description Such as `Airbnb`. Its blocks show it as `source`. */
            name?: string;
            /** @description The address of an iCalendar file: it begins with `https://`, on port 443 or one from 1024 up, of a public host. */
            url?: string;
            /** @description Whether it is left alone. A refresh reads it all the same. */
            paused?: boolean;
            /** @description Events whose whole `SUMMARY` is one of these texts, in either case, count as absent: `Airbnb (Not available)` passes over the nights that Airbnb closes beyond its booking window. Null for none. */
            ignore?: string[] | null;
        };
        Cancellation: {
            reason?: string | null;
            /** @description At most the grand total. Default: as the booking’s cancellation terms decide. */
            fee?: number | null;
        };
        CancellationPolicy: {
            name: string;
            /** @description Within this many hours after it was made, a booking can be cancelled without a fee. */
            grace_hours: number;
            /** @description The minimum number of days before check-in for that. */
            grace_days_before: number;
            /** @description By falling `days_before`. */
            tiers: {
                /** @description How many days before check-in the tier ends. */
                days_before: number;
                /** @description The percentage of the price that is refunded until then. */
                refund_percent: number;
            }[];
        };
        CancellationTerms: {
            name: string;
            /** @description Until then a cancellation costs nothing. Null if there is no such time, and in a quote. */
            grace_until: string | null;
            /** @description After the last of them nothing is refunded. */
            refunds: {
                /**
                 * Format: date
                 * @description The last date, in the listing’s time zone, on which this much is refunded.
                 */
                until: string;
                percent: number;
            }[];
        };
        Coupon: {
            code: string;
            percent: number | null;
            amount: number | null;
            active: boolean;
            valid_from: string | null;
            valid_until: string | null;
            stay_from: string | null;
            stay_until: string | null;
            min_nights: number | null;
            max_redemptions: number | null;
            /** @description The slugs of the listings that it applies to. Null for all; an empty list for none. */
            listings: string[] | null;
            /** @description How many bookings that are not cancelled have it. */
            redemptions: number;
        };
        CouponChange: {
            /** @description The discount in percent. */
            percent?: number | null;
            /** @description The discount in cents. Either this or `percent`. */
            amount?: number | null;
            /**
             * @description Whether it can be used.
             * @default true
             */
            active?: boolean | null;
            /** @description The first day on which it can be used. */
            valid_from?: string | null;
            /** @description The last day on which it can be used. */
            valid_until?: string | null;
            /** @description The earliest check-in. */
            stay_from?: string | null;
            /** @description The latest check-out. */
            stay_until?: string | null;
            /** @description The shortest stay. */
            min_nights?: number | null;
            /** @description The maximum number of bookings that can have it at once. */
            max_redemptions?: number | null;
            /** @description The listings it is for. Default: all. */
            listings?: string[] | null;
        };
        DayOverride: {
            /** Format: date */
            date: string;
            /** @description Null for the season’s or the listing’s. */
            nightly: number | null;
            min_stay: number | null;
            max_stay: number | null;
            closed_for_arrival: boolean;
            closed_for_departure: boolean;
            closed: boolean;
        };
        DaysChange: {
            /** @description Applied in order, field by field: a later range wins. A field that is left out keeps its value, and null clears it. */
            ranges: {
                /**
                 * Format: date
                 * @description The first day.
                 */
                start_date: string;
                /**
                 * Format: date
                 * @description The last day.
                 */
                end_date: string;
                /** @description Only these weekdays (1 is Monday). Default: all. */
                weekdays?: number[] | null;
                /** @description In cents. Default: the season's or the listing's. */
                nightly?: number | null;
                /** @description Nights, for arrivals on this day. */
                min_stay?: number | null;
                /** @description Nights, for arrivals on this day. */
                max_stay?: number | null;
                /**
                 * @description Whether stays cannot begin on this day.
                 * @default false
                 */
                closed_for_arrival?: boolean | null;
                /**
                 * @description Whether stays cannot end on this day.
                 * @default false
                 */
                closed_for_departure?: boolean | null;
                /**
                 * @description Whether the night is not for sale.
                 * @default false
                 */
                closed?: boolean | null;
                /**
                 * @description Whether to remove the override of each day.
                 * @default false
                 */
                clear?: boolean | null;
            }[];
        };
        Delivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            event_id: string;
            position: number;
            /** @enum {string} */
            type: "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.expired" | "booking.completed" | "booking.folio_changed" | "booking.unit_moved" | "block.created" | "block.deleted" | "guest.created" | "guest.changed" | "guest.erased" | "listing.created" | "listing.changed" | "listing.deleted" | "rates.changed" | "charge.created" | "charge.changed" | "charge.deleted" | "team.changed" | "team.imported" | "token.created" | "token.revoked" | "member.added" | "member.removed" | "webhook.disabled" | "calendar_feed.failed" | "calendar_feed.recovered" | "calendar_feed.conflict";
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description The status of the last answer. Null if there was none. */
            response_status: number | null;
            error: string | null;
            /** @description The beginning of the last answer’s body. */
            response_body: string | null;
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            delivered_at: string | null;
        };
        Discount: {
            code: string;
            name: string;
            /** @enum {string} */
            kind: "length_of_stay" | "early_bird" | "last_minute";
            min_nights: number | null;
            days_before: number | null;
            percent: number | null;
            /** @description The slugs of the listings that it applies to. Null for all; an empty list for none. */
            listings: string[] | null;
        };
        DiscountChange: {
            /** @description The name on price lines. */
            name?: string;
            /**
             * @description The kind of stay that it rewards.
             * @enum {string}
             */
            kind?: "length_of_stay" | "early_bird" | "last_minute";
            /**
             * percentage
             * @description The discount on the accommodation in percent.
             */
            percent?: number;
            /** @description For `length_of_stay`: the minimum number of nights. */
            min_nights?: number | null;
            /** @description For `early_bird`: the minimum number of days before check-in. For `last_minute`: the maximum. */
            days_before?: number | null;
            /** @description The listings it applies to. Default: all. */
            listings?: string[] | null;
        };
        Event: {
            /** Format: uuid */
            id: string;
            /** @description Counts 1, 2, 3 … within the team, without a gap. */
            position: number;
            /** @enum {string} */
            type: "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.expired" | "booking.completed" | "booking.folio_changed" | "booking.unit_moved" | "block.created" | "block.deleted" | "guest.created" | "guest.changed" | "guest.erased" | "listing.created" | "listing.changed" | "listing.deleted" | "rates.changed" | "charge.created" | "charge.changed" | "charge.deleted" | "team.changed" | "team.imported" | "token.created" | "token.revoked" | "member.added" | "member.removed" | "webhook.disabled" | "calendar_feed.failed" | "calendar_feed.recovered" | "calendar_feed.conflict";
            /** Format: date-time */
            created_at: string;
            actor: {
                /** @enum {string} */
                type: "token" | "member" | "site" | "system" | "import";
                /** @description The token’s or member’s name. */
                name: string | null;
            };
            /** @description Ids, codes, dates and names of fields, depending on the type. Personal data of guests is never included. */
            data: {
                [key: string]: unknown;
            };
        };
        Fee: {
            code: string;
            name: string;
            /** @enum {string} */
            basis: "stay" | "night" | "guest" | "guest_night" | "percent";
            /** @description For every basis except `percent`. */
            amount: number | null;
            /** @description For the basis `percent`. */
            percent: number | null;
            taxable: boolean;
            /** @description The slugs of the listings that it applies to. Null for all; an empty list for none. */
            listings: string[] | null;
        };
        FeeChange: {
            /** @description The name on price lines. */
            name?: string;
            /**
             * @description How it is counted, or `percent`.
             * @enum {string}
             */
            basis?: "stay" | "night" | "guest" | "guest_night" | "percent";
            /** @description In cents; for every basis except `percent`. */
            amount?: number | null;
            /** @description For the basis `percent`. */
            percent?: number | null;
            /** @description The listings it applies to. Default: all. */
            listings?: string[] | null;
            /**
             * @description Whether taxes on fees include it in their base.
             * @default false
             */
            taxable?: boolean | null;
        };
        Folio: {
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            grand_total: number;
            /** @description The sum of the paid amounts, less what was refunded. */
            paid_total: number;
            /** @description The grand total minus the paid amount: negative when overpaid, 0 when cancelled. */
            balance_due: number;
            /** @description The booking’s. */
            cancellation_fee: number | null;
            /** @description What the guest of a cancelled booking gets back: the paid amount minus the fee. Otherwise, and without a decided fee, 0. */
            refund_due: number;
            /** @description By due date, then in the order of the plan: the deposit before the rest. */
            payments: components["schemas"]["Payment"][];
            /** @description By date of issue. */
            invoices: components["schemas"]["Invoice"][];
            /** @description Null if the booking has none. */
            security_deposit: components["schemas"]["SecurityDeposit"] | null;
        };
        Guest: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Unique within the team. Case does not matter. */
            email: string | null;
            phone: string | null;
            /** @description The team’s own notes. */
            notes: string | null;
            /** @description When everything that said who it was was taken away. */
            erased_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        GuestChange: {
            name?: string;
            email?: string | null;
            phone?: string | null;
            notes?: string | null;
        };
        /** @description Everything that is wrong, at once. `message` is the first message and says how many more there are. */
        Invalid: {
            message: string;
            /** @description Every wrong field, such as `check_in` or `guest.email`, with its messages. */
            errors: {
                [key: string]: string[];
            };
        };
        Invoice: {
            /** Format: uuid */
            id: string;
            number: string;
            amount: number;
            /** @enum {string} */
            status: "open" | "paid" | "void";
            /** Format: date-time */
            issued_at: string;
            voided_at: string | null;
        };
        InvoiceStep: {
            /**
             * @description From open.
             * @enum {string}
             */
            status: "paid" | "void";
        };
        Listing: {
            /** Format: uuid */
            id: string;
            slug: string;
            /**
             * @description `standalone` has units of its own, a `building` contains unit types, a `unit_type` is interchangeable units in a building.
             * @enum {string}
             */
            kind: "standalone" | "building" | "unit_type";
            /** @description For a unit type: its building. */
            building_id: string | null;
            whole_building_bookable: boolean;
            public_title: string;
            /** @description The team’s own name for it, never shown to anyone else. */
            nickname: string | null;
            /** @enum {string} */
            status: "draft" | "active" | "inactive" | "archived";
            /** @enum {string} */
            property_type: "apartment" | "house" | "villa" | "cabin" | "chalet" | "cottage" | "bungalow" | "studio" | "loft" | "townhouse" | "condominium" | "farmhouse" | "bed_and_breakfast" | "guest_house" | "hotel" | "aparthotel" | "hostel" | "private_room" | "boat" | "treehouse" | "tent" | "recreational_vehicle" | "other";
            max_guests: number;
            bedrooms_count: number;
            beds_count: number;
            bathrooms_count: number;
            /** @description Whether there is half a bathroom in addition. */
            bathrooms_half: boolean;
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            /** @description IANA name, such as `Europe/Lisbon`. “Today” is the date there. */
            timezone: string;
            /** @description `HH:MM`, local to the listing. */
            check_in_time: string;
            /** @description `HH:MM`, local to the listing. */
            check_out_time: string;
            address: {
                street: string | null;
                city: string | null;
                state: string | null;
                postcode: string | null;
                country: string | null;
                latitude: string | null;
                longitude: string | null;
            };
            headline: string | null;
            description: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description In the order in which they are shown. */
            photos: components["schemas"]["Photo"][];
            /** @description Whether the booking site shows it while it is active. */
            listed_on_site: boolean;
            /** @description The number under which the authorities know it. */
            registration_number: string | null;
            /** @description Its own terms; null if its building’s or the team’s apply. */
            cancellation_policy: components["schemas"]["CancellationPolicy"] | null;
            /** @description Whether bookings are moved to other units to make room; null if it does as the team. */
            reseating: ("off" | "on") | null;
        };
        ListingCalendar: {
            /** Format: uuid */
            listing_id: string;
            slug: string;
            public_title: string;
            /** @enum {string} */
            kind: "standalone" | "building" | "unit_type";
            days: components["schemas"]["ListingDay"][];
        };
        ListingChange: {
            /**
             * Format: hostname
             * @description Identifies the listing, also in URLs.
             */
            slug?: string;
            /**
             * @description A place of its own, a building, or a building's unit type. It cannot change.
             * @enum {string}
             */
            kind?: "standalone" | "building" | "unit_type";
            /**
             * @description Whether a building can be booked as a whole.
             * @default false
             */
            whole_building_bookable?: boolean | null;
            /** @description The title for guests. */
            public_title?: string;
            /** @description A name for the team. */
            nickname?: string | null;
            /**
             * @description Only an active listing can be booked.
             * @default active
             */
            status?: ("draft" | "active" | "inactive" | "archived") | null;
            /**
             * @description Whether the booking site shows it while it is active.
             * @default true
             */
            listed_on_site?: boolean | null;
            /**
             * @description The kind of place.
             * @default other
             */
            property_type?: ("apartment" | "house" | "villa" | "cabin" | "chalet" | "cottage" | "bungalow" | "studio" | "loft" | "townhouse" | "condominium" | "farmhouse" | "bed_and_breakfast" | "guest_house" | "hotel" | "aparthotel" | "hostel" | "private_room" | "boat" | "treehouse" | "tent" | "recreational_vehicle" | "other") | null;
            /** @description The maximum number of guests in one stay. */
            max_guests?: number;
            /**
             * @description Bedrooms.
             * @default 0
             */
            bedrooms_count?: number | null;
            /**
             * @description Beds.
             * @default 0
             */
            beds_count?: number | null;
            /**
             * @description Whole bathrooms.
             * @default 0
             */
            bathrooms_count?: number | null;
            /**
             * @description Whether there is half a bathroom more.
             * @default false
             */
            bathrooms_half?: boolean | null;
            /** @description A unit type has its building's. Default: the team's. */
            currency?: string | null;
            /** @description A unit type has its building's. Default: the team's. */
            timezone?: string | null;
            /**
             * @description From when guests may come, on its own clocks.
             * @default 15:00
             */
            check_in_time?: string | null;
            /**
             * @description The time by which guests must leave.
             * @default 11:00
             */
            check_out_time?: string | null;
            /** @description Where it is; a unit type is where its building is. Only what is given changes. */
            address?: {
                /** @description Street and number. */
                street?: string | null;
                /** @description City. */
                city?: string | null;
                /** @description State or region. */
                state?: string | null;
                /** @description Postcode. */
                postcode?: string | null;
                /** @description Country. */
                country?: string | null;
                /** @description As "38.711300". */
                latitude?: string | null;
                /** @description As "-9.139600". */
                longitude?: string | null;
            } | null;
            /** @description One sentence for guests. */
            headline?: string | null;
            /** @description The description for guests. */
            description?: string | null;
            /** @description The number under which the authorities know it. */
            registration_number?: string | null;
            /** @description What a cancellation costs. Default: its building's or the team's terms. */
            cancellation_policy?: {
                /** @description The name of the terms for guests. */
                name: string;
                /**
                 * @description Within this many hours after it was made, a booking can be cancelled without a fee.
                 * @default 0
                 */
                grace_hours?: number | null;
                /**
                 * @description The minimum number of days before check-in for that.
                 * @default 0
                 */
                grace_days_before?: number | null;
                /** @description By falling `days_before`. `refund_percent` must not rise. */
                tiers: {
                    /** @description How many days before check-in the tier ends. */
                    days_before: number;
                    /**
                     * percentage
                     * @description The share of the price that is refunded until then.
                     */
                    refund_percent: number;
                }[];
            } | null;
            /** @description Whether bookings may be moved to other units to make room. Default: the team's. */
            reseating?: ("off" | "on") | null;
            /** @description For a unit type: its building. */
            building_id?: string | null;
        };
        ListingDay: {
            /** Format: date */
            date: string;
            /** @description Whether the night that begins on this day is available. */
            available: boolean;
            /** @description `available` or `unavailable`. Treat any other word as unavailable. */
            status: string;
            /** @description A whole number as text: `"0"` when not available. */
            units_left: string;
            /** @description The base rate of the night. */
            day_rate: number;
            /** @description The minimum number of nights for a stay that begins on this day. */
            min_stay: number;
            closed_for_arrival: boolean;
            /** @description Only this closes a day for departure: an unavailable day can still be a check-out day. */
            closed_for_departure: boolean;
        };
        ManyDaysChange: {
            updates: {
                /**
                 * Format: uuid
                 * @description The listing’s id.
                 */
                listing_id: string;
                /** @description Applied in order, field by field: a later range wins. A field that is left out keeps its value, and null clears it. */
                ranges: {
                    /**
                     * Format: date
                     * @description The first day.
                     */
                    start_date: string;
                    /**
                     * Format: date
                     * @description The last day.
                     */
                    end_date: string;
                    /** @description Only these weekdays (1 is Monday). Default: all. */
                    weekdays?: number[] | null;
                    /** @description In cents. Default: the season's or the listing's. */
                    nightly?: number | null;
                    /** @description Nights, for arrivals on this day. */
                    min_stay?: number | null;
                    /** @description Nights, for arrivals on this day. */
                    max_stay?: number | null;
                    /**
                     * @description Whether stays cannot begin on this day.
                     * @default false
                     */
                    closed_for_arrival?: boolean | null;
                    /**
                     * @description Whether stays cannot end on this day.
                     * @default false
                     */
                    closed_for_departure?: boolean | null;
                    /**
                     * @description Whether the night is not for sale.
                     * @default false
                     */
                    closed?: boolean | null;
                    /**
                     * @description Whether to remove the override of each day.
                     * @default false
                     */
                    clear?: boolean | null;
                }[];
            }[];
        };
        Message: {
            message: string;
        };
        NewBlock: {
            /** Format: uuid */
            listing_id: string;
            /** @description One unit. Without it, every active unit of the listing; for a building, those of its unit types. */
            unit_id?: string | null;
            /**
             * Format: date
             * @description The first night that nobody can book.
             */
            start_date: string;
            /**
             * Format: date
             * @description The first night that can be booked again.
             */
            end_date: string;
            reason?: string | null;
        };
        NewBooking: {
            /**
             * Format: uuid
             * @description A place, a unit type, or a building that can be booked as a whole.
             */
            listing_id: string;
            /** Format: date */
            check_in: string;
            /** Format: date */
            check_out: string;
            number_of_guests: number;
            /** @description The team’s guest with this email, whose record stays as it is, else a new guest. Send this or `guest_id`. */
            guest?: {
                name: string;
                email?: string | null;
                phone?: string | null;
            } | null;
            /** @description A guest of the team. Send this or `guest`. */
            guest_id?: string | null;
            coupon_code?: string | null;
            /** @description The team’s own notes. */
            notes?: string | null;
            /** @description The guest’s. */
            special_requests?: string | null;
            /** @description Default: `api`. */
            source?: ("api" | "manual" | "booking_site" | "import" | "airbnb" | "booking_com" | "vrbo" | "expedia" | "other") | null;
            /** @description Default: `confirmed`. */
            status?: ("confirmed" | "pending") | null;
            /** @description Skips every rule but one: a unit must be free. For staff, and for bookings made elsewhere. */
            override_rules?: boolean | null;
            /** @description Only with status `pending`: after so many minutes its nights are free again. */
            expires_in?: number | null;
            /** @description The grand total that you have agreed to. If it is another one, nothing is written, and the answer is a 409 with the present price. */
            expected_total?: number | null;
            /** @description Keeps the unit when bookings are moved to make room. */
            unit_pinned?: boolean | null;
        };
        NewCalendarFeed: {
            /** Format: uuid */
            unit_id: string;
            /** @description Such as `Airbnb`. Its blocks show it as `source`. */
            name: string;
            /** @description The address of an iCalendar file: it begins with `https://`, on port 443 or one from 1024 up, of a public host. */
            url: string;
            paused?: boolean | null;
            /** @description Events whose whole `SUMMARY` is one of these texts, in either case, count as absent: `Airbnb (Not available)` passes over the nights that Airbnb closes beyond its booking window. Null for none. */
            ignore?: string[] | null;
        };
        NewCoupon: {
            /** @description The code that guests type. Case does not matter. */
            code: string;
            /** @description The discount in percent. */
            percent?: number | null;
            /** @description The discount in cents. Either this or `percent`. */
            amount?: number | null;
            /**
             * @description Whether it can be used.
             * @default true
             */
            active?: boolean | null;
            /** @description The first day on which it can be used. */
            valid_from?: string | null;
            /** @description The last day on which it can be used. */
            valid_until?: string | null;
            /** @description The earliest check-in. */
            stay_from?: string | null;
            /** @description The latest check-out. */
            stay_until?: string | null;
            /** @description The shortest stay. */
            min_nights?: number | null;
            /** @description The maximum number of bookings that can have it at once. */
            max_redemptions?: number | null;
            /** @description The listings it is for. Default: all. */
            listings?: string[] | null;
        };
        NewDiscount: {
            /** @description Names it. */
            code: string;
            /** @description The name on price lines. */
            name: string;
            /**
             * @description The kind of stay that it rewards.
             * @enum {string}
             */
            kind: "length_of_stay" | "early_bird" | "last_minute";
            /**
             * percentage
             * @description The discount on the accommodation in percent.
             */
            percent: number;
            /** @description For `length_of_stay`: the minimum number of nights. */
            min_nights?: number | null;
            /** @description For `early_bird`: the minimum number of days before check-in. For `last_minute`: the maximum. */
            days_before?: number | null;
            /** @description The listings it applies to. Default: all. */
            listings?: string[] | null;
        };
        NewFee: {
            /** @description Identifies it. Price lines are in the order of their codes. */
            code: string;
            /** @description The name on price lines. */
            name: string;
            /**
             * @description How it is counted, or `percent`.
             * @enum {string}
             */
            basis: "stay" | "night" | "guest" | "guest_night" | "percent";
            /** @description In cents; for every basis except `percent`. */
            amount?: number | null;
            /** @description For the basis `percent`. */
            percent?: number | null;
            /** @description The listings it applies to. Default: all. */
            listings?: string[] | null;
            /**
             * @description Whether taxes on fees include it in their base.
             * @default false
             */
            taxable?: boolean | null;
        };
        NewGuest: {
            name: string;
            email?: string | null;
            phone?: string | null;
            notes?: string | null;
        };
        NewListing: {
            /** @description Default: made from the title. */
            slug?: string | null;
            /**
             * @description A place of its own, a building, or a building's unit type. It cannot change.
             * @enum {string}
             */
            kind: "standalone" | "building" | "unit_type";
            /**
             * @description Whether a building can be booked as a whole.
             * @default false
             */
            whole_building_bookable?: boolean | null;
            /** @description The title for guests. */
            public_title: string;
            /** @description A name for the team. */
            nickname?: string | null;
            /**
             * @description Only an active listing can be booked.
             * @default active
             */
            status?: ("draft" | "active" | "inactive" | "archived") | null;
            /**
             * @description Whether the booking site shows it while it is active.
             * @default true
             */
            listed_on_site?: boolean | null;
            /**
             * @description The kind of place.
             * @default other
             */
            property_type?: ("apartment" | "house" | "villa" | "cabin" | "chalet" | "cottage" | "bungalow" | "studio" | "loft" | "townhouse" | "condominium" | "farmhouse" | "bed_and_breakfast" | "guest_house" | "hotel" | "aparthotel" | "hostel" | "private_room" | "boat" | "treehouse" | "tent" | "recreational_vehicle" | "other") | null;
            /** @description The maximum number of guests in one stay. */
            max_guests: number;
            /**
             * @description Bedrooms.
             * @default 0
             */
            bedrooms_count?: number | null;
            /**
             * @description Beds.
             * @default 0
             */
            beds_count?: number | null;
            /**
             * @description Whole bathrooms.
             * @default 0
             */
            bathrooms_count?: number | null;
            /**
             * @description Whether there is half a bathroom more.
             * @default false
             */
            bathrooms_half?: boolean | null;
            /** @description A unit type has its building's. Default: the team's. */
            currency?: string | null;
            /** @description A unit type has its building's. Default: the team's. */
            timezone?: string | null;
            /**
             * @description From when guests may come, on its own clocks.
             * @default 15:00
             */
            check_in_time?: string | null;
            /**
             * @description The time by which guests must leave.
             * @default 11:00
             */
            check_out_time?: string | null;
            /** @description Where it is; a unit type is where its building is. Only what is given changes. */
            address?: {
                /** @description Street and number. */
                street?: string | null;
                /** @description City. */
                city?: string | null;
                /** @description State or region. */
                state?: string | null;
                /** @description Postcode. */
                postcode?: string | null;
                /** @description Country. */
                country?: string | null;
                /** @description As "38.711300". */
                latitude?: string | null;
                /** @description As "-9.139600". */
                longitude?: string | null;
            } | null;
            /** @description One sentence for guests. */
            headline?: string | null;
            /** @description The description for guests. */
            description?: string | null;
            /** @description The number under which the authorities know it. */
            registration_number?: string | null;
            /** @description What a cancellation costs. Default: its building's or the team's terms. */
            cancellation_policy?: {
                /** @description The name of the terms for guests. */
                name: string;
                /**
                 * @description Within this many hours after it was made, a booking can be cancelled without a fee.
                 * @default 0
                 */
                grace_hours?: number | null;
                /**
                 * @description The minimum number of days before check-in for that.
                 * @default 0
                 */
                grace_days_before?: number | null;
                /** @description By falling `days_before`. `refund_percent` must not rise. */
                tiers: {
                    /** @description How many days before check-in the tier ends. */
                    days_before: number;
                    /**
                     * percentage
                     * @description The share of the price that is refunded until then.
                     */
                    refund_percent: number;
                }[];
            } | null;
            /** @description Whether bookings may be moved to other units to make room. Default: the team's. */
            reseating?: ("off" | "on") | null;
            /** @description For a unit type: its building. */
            building_id?: string | null;
            /** @description The prices of nights. Fields that are left out stay. */
            rates: {
                /** @description In cents: the price of a night. Required for a new listing. */
                nightly?: number;
                /** @description In cents: the price of a weekend night. Default: `nightly`. */
                weekend_nightly?: number | null;
                /**
                 * @description The weekdays (1 is Monday) whose nights have the weekend price.
                 * @default [
                 *       5,
                 *       6
                 *     ]
                 */
                weekend_days?: number[] | null;
                /** @description The number of guests that the price includes. Default: all. */
                included_guests?: number | null;
                /**
                 * @description In cents: the price of each further guest per night.
                 * @default 0
                 */
                extra_guest_nightly?: number | null;
            };
            /** @description The rules for stays. Fields that are left out stay. */
            rules?: {
                /** @description The minimum number of nights. Default: no limit. */
                min_stay?: number | null;
                /** @description The maximum number of nights. Default: no limit. */
                max_stay?: number | null;
                /** @description How many days before check-in a booking must be made. Default: none. */
                advance_notice_days?: number | null;
                /** @description How many days ahead the last night may be. Default: no limit. */
                booking_window_days?: number | null;
                /**
                 * @description How many nights stay empty after a stay.
                 * @default 0
                 */
                preparation_days?: number | null;
            } | null;
            /** @description In cents: the deposit held against damage. Default: nothing. */
            security_deposit?: number | null;
            /** @description The names of its units, or their number, to name them 1, 2, 3 and so on. Default: one unit with the listing’s name, and none in a building. */
            units?: (string[] | number) | null;
        };
        NewSiteBooking: {
            /** @description The slug of a listing that the site shows. */
            listing: string;
            /** Format: date */
            check_in: string;
            /** Format: date */
            check_out: string;
            number_of_guests: number;
            guest: {
                name: string;
                /** Format: email */
                email: string;
                phone?: string | null;
            };
            coupon_code?: string | null;
            /** @description The guest’s wishes. */
            special_requests?: string | null;
            /** @description The grand total that the guest has agreed to. If the price differs, the answer is a 409. */
            expected_total: number;
        };
        NewTax: {
            /** @description Identifies it. Price lines are in the order of their codes. */
            code: string;
            /** @description The name on price lines. */
            name: string;
            /**
             * @description How it is counted, or `percent`.
             * @enum {string}
             */
            basis: "stay" | "night" | "guest" | "guest_night" | "percent";
            /** @description In cents; for every basis except `percent`. */
            amount?: number | null;
            /** @description For the basis `percent`. */
            percent?: number | null;
            /** @description The listings it applies to. Default: all. */
            listings?: string[] | null;
            /** @description The base of the percentage. Default: both. */
            applies_to?: ("accommodation" | "fees")[] | null;
            /**
             * @description Whether prices already include the tax; percentages only.
             * @default false
             */
            included?: boolean | null;
            /** @description The maximum number of nights that count. Default: all. */
            max_nights?: number | null;
        };
        NewUnit: {
            /** @description Identifies the unit within its listing. */
            name: string;
            /**
             * @description Whether it can be booked.
             * @default true
             */
            active?: boolean | null;
        };
        NewWebhook: {
            /** @description An address that begins with `https://`, on port 443 or one from 1024 up, of a public host. */
            url: string;
            /** @description Types of events, or patterns such as `booking.*`. Null for all. */
            types?: ("booking.*" | "block.*" | "guest.*" | "listing.*" | "rates.*" | "charge.*" | "team.*" | "token.*" | "member.*" | "webhook.*" | "calendar_feed.*" | "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.expired" | "booking.completed" | "booking.folio_changed" | "booking.unit_moved" | "block.created" | "block.deleted" | "guest.created" | "guest.changed" | "guest.erased" | "listing.created" | "listing.changed" | "listing.deleted" | "rates.changed" | "charge.created" | "charge.changed" | "charge.deleted" | "team.changed" | "team.imported" | "token.created" | "token.revoked" | "member.added" | "member.removed" | "webhook.disabled" | "calendar_feed.failed" | "calendar_feed.recovered" | "calendar_feed.conflict")[] | null;
            description?: string | null;
        };
        NewlyBookedOnSite: {
            /** @description The code by which the guest and the team name the booking. */
            confirmation_code: string;
            /** @description A secret of 32 characters that is shown only here. With it, the guest reads the booking again. */
            key: string;
            /** @enum {string} */
            status: "pending" | "confirmed" | "completed" | "cancelled";
            /** @description When a request lapses if the team does not answer. */
            expires_at: string | null;
            /** @description The slug of the listing. */
            listing: string;
            /** Format: date */
            check_in: string;
            /** Format: date */
            check_out: string;
            nights: number;
            number_of_guests: number;
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            accommodation_total: number;
            discount_total: number;
            fees_total: number;
            taxes_total: number;
            grand_total: number;
            price_breakdown: components["schemas"]["PriceLine"][];
            /** @description The cancellation terms. Null if there are none. */
            cancellation: components["schemas"]["CancellationTerms"] | null;
            /** Format: date-time */
            created_at: string;
        };
        NotCancellable: {
            /** @constant */
            success: false;
            message: string;
            /** @description Always empty. */
            errors: Record<string, never>;
        };
        Occupancy: {
            /**
             * Format: uuid
             * @description The unit’s listing, even if a whole building is booked.
             */
            listing_id: string;
            /** Format: uuid */
            unit_id: string;
            unit_name: string;
            /**
             * Format: date
             * @description The first night that is taken.
             */
            start_date: string;
            /**
             * Format: date
             * @description The first night that is free again: preparation nights count as taken.
             */
            end_date: string;
            booking: {
                /** Format: uuid */
                id: string;
                confirmation_code: string;
                /** @enum {string} */
                status: "pending" | "confirmed" | "completed" | "cancelled";
                /** @enum {string} */
                source: "api" | "manual" | "booking_site" | "import" | "airbnb" | "booking_com" | "vrbo" | "expedia" | "other";
                /** Format: date */
                check_in: string;
                /** Format: date */
                check_out: string;
                number_of_guests: number;
                guest_name: string;
                whole_building: boolean;
                /** @description When a hold ends; else null. */
                expires_at: string | null;
            } | null;
            block: {
                /** Format: uuid */
                id: string;
                reason: string | null;
                /** @description The calendar that the block was imported from; null if the team created it. */
                source: string | null;
            } | null;
        };
        /** @description Absolute addresses that keep the request’s other parameters. */
        PageLinks: {
            first: string;
            prev: string | null;
            /** @description Null on the last page. */
            next: string | null;
            last: string;
        };
        PageMeta: {
            current_page: number;
            /** @description The number of the first on this page, from 1; null if the page is empty. */
            from: number | null;
            last_page: number;
            /** @description The page numbers for a navigation bar. */
            links: {
                /** @description Null if the page does not exist, and for the gap `...`. */
                url: string | null;
                /** @description `Previous`, a page’s number, `...` or `Next`. */
                label: string;
                active: boolean;
            }[];
            path: string;
            per_page: number;
            /** @description The number of the last on this page; null if the page is empty. */
            to: number | null;
            total: number;
        };
        Payment: {
            /** Format: uuid */
            id: string;
            amount: number;
            /** @enum {string} */
            status: "scheduled" | "paid" | "failed" | "cancelled" | "refunded";
            due_on: string | null;
            paid_at: string | null;
            /** @description A payment becomes `refunded` once all of it is. */
            refunded_amount: number;
            /** @description The payment provider’s id. */
            reference: string | null;
        };
        PaymentStep: {
            /**
             * @description `paid` or `failed` from scheduled or failed, `refunded` from paid. Required unless only the reference is set.
             * @enum {string}
             */
            status?: "paid" | "failed" | "refunded";
            /** @description With `refunded`: this much of what is left of the amount. Default: all of it. */
            refunded_amount?: number | null;
            /** @description The payment provider’s id of the payment. */
            reference?: string | null;
            /** @description With `paid`: whether the payment may be more than what is owed. */
            allow_overpayment?: boolean | null;
        };
        Photo: {
            /** Format: uuid */
            id: string;
            is_featured: boolean;
            sort_order: number;
            /** @description Of the original, in pixels. */
            width: number | null;
            /** @description Of the original, in pixels. */
            height: number | null;
            thumbnail_url: string | null;
            medium_url: string | null;
            original_url: string | null;
        };
        PhotosChange: {
            photos: {
                /** @description Kept from another system. */
                id?: string | null;
                /**
                 * @description Whether it is the listing's main photo.
                 * @default false
                 */
                is_featured?: boolean | null;
                /** @description Photos are sorted by this number. Default: the place in the list. */
                sort_order?: number | null;
                /** @description In pixels. */
                width?: number | null;
                /** @description In pixels. */
                height?: number | null;
                /** @description The URL of a small version. */
                thumbnail_url?: string | null;
                /** @description The URL of a version for pages. */
                medium_url?: string | null;
                /** @description The URL of the full-size picture. */
                original_url?: string | null;
            }[];
        };
        Price: {
            /** @description The sum of every night’s `rate`. */
            accommodation_total: number;
            /** @description All discounts together, not negative. */
            discount_amount: number;
            fees_total: number;
            /** @description Without taxes that are `included` in other lines. */
            taxes_total: number;
            /** @description accommodation_total − discount_amount + fees_total + taxes_total. */
            grand_total: number;
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            /** @description One entry per night. */
            nightly_rates: {
                /** Format: date */
                date: string;
                base_rate: number;
                /** @description For the guests beyond those that the rate includes. */
                extra_guests: number;
                /** @description base_rate + extra_guests. */
                rate: number;
            }[];
            /** @description The discounts among the lines of `price_breakdown`, as JSON text; `[]` if there are none. */
            discounts: string;
            /** @description The fees among the lines of `price_breakdown`, as JSON text; `[]` if there are none. */
            fees: string;
            /** @description The taxes among the lines of `price_breakdown`, as JSON text; `[]` if there are none. */
            taxes: string;
            /** @description As the team wrote it. */
            coupon_code: string | null;
            price_breakdown: components["schemas"]["PriceLine"][];
        };
        /** @description The price is not the `expected_total`. */
        PriceChanged: {
            message: string;
            /** @description The present price. Null if the change needs no new price. */
            price: components["schemas"]["Price"] | null;
        };
        /** @description The lines that are not `included` always add up to the grand total. */
        PriceLine: {
            /** @enum {string} */
            type: "accommodation" | "discount" | "fee" | "tax";
            /** @description `accommodation`, the code of a charge, or `coupon:` and the coupon’s code. */
            code: string;
            name: string;
            /**
             * @description How the amount is counted.
             * @enum {string}
             */
            basis: "stay" | "night" | "guest" | "guest_night" | "percent";
            /** @description The number that is counted; null if the line is a percentage. */
            quantity: number | null;
            /** @description The amount of each, if it is fixed. */
            unit_amount: number | null;
            /** @description With at most four decimals, if the line is a percentage. */
            percent: number | null;
            /** @description The base of a percentage or of a fixed coupon. */
            base_amount: number | null;
            /** @description Signed: discounts are negative. */
            amount: number;
            /** @description Whether other lines already include the amount, so it is not added. */
            included: boolean;
        };
        PublicListing: {
            slug: string;
            /** @enum {string} */
            kind: "standalone" | "building" | "unit_type";
            public_title: string;
            /** @enum {string} */
            property_type: "apartment" | "house" | "villa" | "cabin" | "chalet" | "cottage" | "bungalow" | "studio" | "loft" | "townhouse" | "condominium" | "farmhouse" | "bed_and_breakfast" | "guest_house" | "hotel" | "aparthotel" | "hostel" | "private_room" | "boat" | "treehouse" | "tent" | "recreational_vehicle" | "other";
            max_guests: number;
            bedrooms_count: number;
            beds_count: number;
            bathrooms_count: number;
            /** @description Whether there is half a bathroom in addition. */
            bathrooms_half: boolean;
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            /** @description IANA name, such as `Europe/Lisbon`. “Today” is the date there. */
            timezone: string;
            /** @description `HH:MM`, local to the listing. */
            check_in_time: string;
            /** @description `HH:MM`, local to the listing. */
            check_out_time: string;
            address: {
                city: string | null;
                state: string | null;
                country: string | null;
                latitude: string | null;
                longitude: string | null;
            };
            headline: string | null;
            description: string | null;
            /** @description In the order in which they are shown. */
            photos: components["schemas"]["Photo"][];
            /** @description For a building: the unit types that can be booked in it; else empty. */
            unit_types: components["schemas"]["PublicUnitType"][];
            /** @description Whether a building can be booked as a whole. */
            whole_building: {
                max_guests: number;
                bedrooms: number;
            } | null;
        };
        PublicSearchResult: {
            listing: components["schemas"]["PublicListing"];
            /** @description From `near`, with one decimal. */
            distance_km: number | null;
            available: boolean;
            /** @description The first of `reasons`; null when available. */
            reason_code: ("listing_not_bookable" | "past_date" | "advance_notice" | "booking_window" | "guests_exceeded" | "min_stay" | "max_stay" | "closed_for_arrival" | "closed_for_departure" | "dates_unavailable") | null;
            /** @description The first of `reasons`, in words; null when available. */
            reason_message: string | null;
            /** @description Every rule that the stay fails; empty when available. */
            reasons: components["schemas"]["Reason"][];
            price: components["schemas"]["Price"];
            /** @description How many units could take the whole stay, even if it fails another rule. */
            units_left: number;
            /** @description Other available stays, the nearest first, if they were requested and this one is not available. */
            alternatives: components["schemas"]["AlternativeStay"][];
            /** @description Null if the place has no cancellation terms. */
            cancellation: components["schemas"]["CancellationTerms"] | null;
        };
        PublicUnitType: {
            /** @description A unit type has its own page, price and calendar under its own slug. */
            slug: string;
            public_title: string;
            headline: string | null;
            max_guests: number;
            bedrooms_count: number;
            beds_count: number;
            bathrooms_count: number;
            bathrooms_half: boolean;
            /** @description How many units of this type there are. */
            units_count: number;
            photos: components["schemas"]["Photo"][];
        };
        Rates: {
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            rates: {
                /** @description The price of a night. */
                nightly: number;
                /** @description The price of a weekend night. Null for `nightly`. */
                weekend_nightly: number | null;
                /** @description ISO weekdays (1 is Monday) whose nights have the weekend price. */
                weekend_days: number[];
                /** @description How many guests the price includes. Null for all. */
                included_guests: number | null;
                /** @description The price of each further guest per night. */
                extra_guest_nightly: number;
            };
            rules: {
                min_stay: number | null;
                max_stay: number | null;
                advance_notice_days: number | null;
                booking_window_days: number | null;
                /** @description Nights that stay empty after a stay. */
                preparation_days: number;
            };
            security_deposit: number | null;
            /** @description The listing’s own terms. Null for its building’s or the team’s. */
            cancellation_policy: components["schemas"]["CancellationPolicy"] | null;
            /** @description By their first nights. */
            seasons: components["schemas"]["Season"][];
        };
        RatesChange: {
            /** @description The prices of nights. Fields that are left out stay. */
            rates?: {
                /** @description In cents: the price of a night. Required for a new listing. */
                nightly?: number;
                /** @description In cents: the price of a weekend night. Default: `nightly`. */
                weekend_nightly?: number | null;
                /**
                 * @description The weekdays (1 is Monday) whose nights have the weekend price.
                 * @default [
                 *       5,
                 *       6
                 *     ]
                 */
                weekend_days?: number[] | null;
                /** @description The number of guests that the price includes. Default: all. */
                included_guests?: number | null;
                /**
                 * @description In cents: the price of each further guest per night.
                 * @default 0
                 */
                extra_guest_nightly?: number | null;
            };
            /** @description The rules for stays. Fields that are left out stay. */
            rules?: {
                /** @description The minimum number of nights. Default: no limit. */
                min_stay?: number | null;
                /** @description The maximum number of nights. Default: no limit. */
                max_stay?: number | null;
                /** @description How many days before check-in a booking must be made. Default: none. */
                advance_notice_days?: number | null;
                /** @description How many days ahead the last night may be. Default: no limit. */
                booking_window_days?: number | null;
                /**
                 * @description How many nights stay empty after a stay.
                 * @default 0
                 */
                preparation_days?: number | null;
            } | null;
            /** @description In cents: the deposit held against damage. Default: nothing. */
            security_deposit?: number | null;
            /** @description What a cancellation costs. Default: its building's or the team's terms. */
            cancellation_policy?: {
                /** @description The name of the terms for guests. */
                name: string;
                /**
                 * @description Within this many hours after it was made, a booking can be cancelled without a fee.
                 * @default 0
                 */
                grace_hours?: number | null;
                /**
                 * @description The minimum number of days before check-in for that.
                 * @default 0
                 */
                grace_days_before?: number | null;
                /** @description By falling `days_before`. `refund_percent` must not rise. */
                tiers: {
                    /** @description How many days before check-in the tier ends. */
                    days_before: number;
                    /**
                     * percentage
                     * @description The share of the price that is refunded until then.
                     */
                    refund_percent: number;
                }[];
            } | null;
            /** @description Prices and rules for periods; replaced as a whole. */
            seasons?: {
                /** @description The name of the season. */
                name: string;
                /**
                 * Format: date
                 * @description Its first night.
                 */
                start_date: string;
                /**
                 * Format: date
                 * @description Its last night. Seasons must not overlap.
                 */
                end_date: string;
                /** @description In cents. Default: the listing's. */
                nightly?: number | null;
                /** @description In cents. Default: `nightly`. */
                weekend_nightly?: number | null;
                /** @description Nights, for arrivals on these days. Default: the listing's. */
                min_stay?: number | null;
                /** @description Nights, for arrivals on these days. Default: the listing's. */
                max_stay?: number | null;
            }[] | null;
        };
        Reason: {
            /**
             * @description Explained above, under “Why a stay cannot be had”.
             * @enum {string}
             */
            code: "listing_not_bookable" | "past_date" | "advance_notice" | "booking_window" | "guests_exceeded" | "min_stay" | "max_stay" | "closed_for_arrival" | "closed_for_departure" | "dates_unavailable";
            /** @description An English sentence that guests can read. */
            message: string;
            /** @description The value that the rule requires, in days, nights or guests. */
            required: number | null;
            /** @description The stay’s own value. */
            actual: number | null;
            /** @description The days that the rule concerns. */
            dates: string[];
        };
        ReceivedPayment: {
            amount: number;
            /** @description Its date, in the listing’s time zone, becomes `due_on`. Default: now. */
            paid_at?: string | null;
            /** @description The payment provider’s id of the payment. */
            reference?: string | null;
            /** @description Whether it may be more than what is owed. */
            allow_overpayment?: boolean | null;
        };
        Replay: {
            /** @description Every event after this position is delivered again. */
            after: number;
        };
        /** @description The available places, counted for each facet with every filter except its own. */
        SearchFacets: {
            /** @description The number of results by property type. */
            property_type: {
                [key: string]: number;
            };
            /** @description The number of results by kind. */
            kind: {
                [key: string]: number;
            };
            /** @description The number of results by city. */
            city: {
                [key: string]: number;
            };
            /** @description The number of results by number of bedrooms. */
            bedrooms: {
                [key: string]: number;
            };
            /** @description The lowest and highest grand total; null if there are several currencies, or no places. */
            total: {
                min: number;
                max: number;
                /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
                currency: string;
            } | null;
        };
        SearchMeta: {
            current_page: number;
            /** @description The number of the first on this page, from 1; null if the page is empty. */
            from: number | null;
            last_page: number;
            /** @description The page numbers for a navigation bar. */
            links: {
                /** @description Null if the page does not exist, and for the gap `...`. */
                url: string | null;
                /** @description `Previous`, a page’s number, `...` or `Next`. */
                label: string;
                active: boolean;
            }[];
            path: string;
            per_page: number;
            /** @description The number of the last on this page; null if the page is empty. */
            to: number | null;
            total: number;
            available_total: number;
            unavailable_total: number;
        };
        SearchResult: {
            listing: components["schemas"]["Listing"];
            /** @description From `near`, with one decimal. */
            distance_km: number | null;
            available: boolean;
            /** @description The first of `reasons`; null when available. */
            reason_code: ("listing_not_bookable" | "past_date" | "advance_notice" | "booking_window" | "guests_exceeded" | "min_stay" | "max_stay" | "closed_for_arrival" | "closed_for_departure" | "dates_unavailable") | null;
            /** @description The first of `reasons`, in words; null when available. */
            reason_message: string | null;
            /** @description Every rule that the stay fails; empty when available. */
            reasons: components["schemas"]["Reason"][];
            price: components["schemas"]["Price"];
            /** @description How many units could take the whole stay, even if it fails another rule. */
            units_left: number;
            /** @description Other available stays, the nearest first, if they were requested and this one is not available. */
            alternatives: components["schemas"]["AlternativeStay"][];
            /** @description Null if the place has no cancellation terms. */
            cancellation: components["schemas"]["CancellationTerms"] | null;
        };
        Season: {
            name: string;
            /**
             * Format: date
             * @description Its first night.
             */
            start_date: string;
            /**
             * Format: date
             * @description Its last night.
             */
            end_date: string;
            /** @description Null for the listing’s. */
            nightly: number | null;
            /** @description Null for `nightly`. */
            weekend_nightly: number | null;
            min_stay: number | null;
            max_stay: number | null;
        };
        SecurityDeposit: {
            /** Format: uuid */
            id: string;
            amount: number;
            /** @enum {string} */
            status: "pending" | "held" | "returned" | "kept" | "cancelled";
            held_at: string | null;
            returned_at: string | null;
        };
        SecurityDepositStep: {
            /**
             * @description `held` from pending, `returned` or `kept` from held.
             * @enum {string}
             */
            status: "held" | "returned" | "kept";
        };
        SiteBooking: {
            /** @description The code by which the guest and the team name the booking. */
            confirmation_code: string;
            /** @enum {string} */
            status: "pending" | "confirmed" | "completed" | "cancelled";
            /** @description When a request lapses if the team does not answer. */
            expires_at: string | null;
            /** @description The slug of the listing. */
            listing: string;
            /** Format: date */
            check_in: string;
            /** Format: date */
            check_out: string;
            nights: number;
            number_of_guests: number;
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            accommodation_total: number;
            discount_total: number;
            fees_total: number;
            taxes_total: number;
            grand_total: number;
            price_breakdown: components["schemas"]["PriceLine"][];
            /** @description The cancellation terms. Null if there are none. */
            cancellation: components["schemas"]["CancellationTerms"] | null;
            /** Format: date-time */
            created_at: string;
            cancelled_at: string | null;
        };
        SiteTerms: {
            /**
             * @description Whether guests can request or make bookings here.
             * @enum {string}
             */
            site_bookings: "off" | "request" | "instant";
            /** @description The listing’s own terms, else its building’s, else the team’s. */
            cancellation_policy: components["schemas"]["CancellationPolicy"] | null;
            /** @description The part of the price that is due at once. */
            deposit_percent: number;
            /** @description How many days before check-in the rest is due. */
            balance_due_days: number;
            security_deposit: number | null;
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            check_in_time: string;
            check_out_time: string;
            /** @description The registration number of the place. */
            registration_number: string | null;
        };
        Tax: {
            code: string;
            name: string;
            /** @enum {string} */
            basis: "stay" | "night" | "guest" | "guest_night" | "percent";
            /** @description For every basis except `percent`. */
            amount: number | null;
            /** @description For the basis `percent`. */
            percent: number | null;
            /** @description `accommodation`, `fees` or both. */
            applies_to: string[];
            /** @description Whether prices already include it. */
            included: boolean;
            max_nights: number | null;
            /** @description The slugs of the listings that it applies to. Null for all; an empty list for none. */
            listings: string[] | null;
        };
        TaxChange: {
            /** @description The name on price lines. */
            name?: string;
            /**
             * @description How it is counted, or `percent`.
             * @enum {string}
             */
            basis?: "stay" | "night" | "guest" | "guest_night" | "percent";
            /** @description In cents; for every basis except `percent`. */
            amount?: number | null;
            /** @description For the basis `percent`. */
            percent?: number | null;
            /** @description The listings it applies to. Default: all. */
            listings?: string[] | null;
            /** @description The base of the percentage. Default: both. */
            applies_to?: ("accommodation" | "fees")[] | null;
            /**
             * @description Whether prices already include the tax; percentages only.
             * @default false
             */
            included?: boolean | null;
            /** @description The maximum number of nights that count. Default: all. */
            max_nights?: number | null;
        };
        Team: {
            id: number;
            /** @description Identifies the team, also in the booking site’s URL. It cannot be changed here. */
            slug: string;
            name: string;
            /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
            currency: string;
            /** @description IANA name, such as `Europe/Lisbon`: the default for new listings. */
            timezone: string;
            /** @description Whether a write with a read-only token is a 403. */
            enforce_token_scope: boolean;
            /** @description The part of a booking’s price that is due at once. */
            deposit_percent: number;
            /** @description How many days before check-in the rest is due. */
            balance_due_days: number;
            cancellation_policy: components["schemas"]["CancellationPolicy"] | null;
            /**
             * @description Whether guests can request or make bookings on the booking site.
             * @enum {string}
             */
            site_bookings: "off" | "request" | "instant";
            /** @description How long a guest’s booking request keeps its nights. */
            site_hold_minutes: number;
            /** @description The longest stay that guests can request or book on the booking site, in nights. */
            site_max_nights: number;
            /** @description Whether units’ published calendars show pending bookings from the booking site. */
            calendars_show_requests: boolean;
            /**
             * @description Whether bookings can be moved to other units to make room.
             * @enum {string}
             */
            reseating: "off" | "on";
            /** @description Bookings that arrive within this many days keep their units. */
            unit_fixed_days: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TeamChange: {
            /** @description The name for readers. */
            name?: string;
            /**
             * time zone
             * @description The default for its listings.
             */
            timezone?: string;
            /**
             * @description Whether writes with a read-only token are refused.
             * @default false
             */
            enforce_token_scope?: boolean | null;
            /** @description The part of a booking's price that is due at once. */
            deposit_percent?: number | null;
            /**
             * @description How many days before check-in the rest is due.
             * @default 0
             */
            balance_due_days?: number | null;
            /** @description The cost of a cancellation. Default: no terms. */
            cancellation_policy?: {
                /** @description The name of the terms for guests. */
                name: string;
                /**
                 * @description Within this many hours after it was made, a booking can be cancelled without a fee.
                 * @default 0
                 */
                grace_hours?: number | null;
                /**
                 * @description The minimum number of days before check-in for that.
                 * @default 0
                 */
                grace_days_before?: number | null;
                /** @description By falling `days_before`. `refund_percent` must not rise. */
                tiers: {
                    /** @description How many days before check-in the tier ends. */
                    days_before: number;
                    /**
                     * percentage
                     * @description The share of the price that is refunded until then.
                     */
                    refund_percent: number;
                }[];
            } | null;
            /**
             * @description Whether guests can request or make bookings on the booking site.
             * @default off
             */
            site_bookings?: ("off" | "request" | "instant") | null;
            /**
             * @description How long a guest's booking request keeps its nights.
             * @default 1440
             */
            site_hold_minutes?: number | null;
            /**
             * @description The longest stay that guests can request or book on the booking site.
             * @default 30
             */
            site_max_nights?: number | null;
            /**
             * @description Whether units’ published calendars show pending bookings from the booking site.
             * @default false
             */
            calendars_show_requests?: boolean | null;
            /**
             * @description Whether bookings can be moved to other units to make room.
             * @default off
             */
            reseating?: ("off" | "on") | null;
            /**
             * @description Bookings that arrive within this many days keep their units.
             * @default 2
             */
            unit_fixed_days?: number | null;
        };
        Unauthenticated: {
            /** @constant */
            success: false;
            message: string;
            /** @description Always empty. */
            errors: Record<string, never>;
        };
        Unit: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Whether it is sold. */
            active: boolean;
            /** Format: uuid */
            listing_id: string;
        };
        UnitCalendar: {
            /** @description Anyone with this address can read the calendar. */
            url: string;
        };
        UnitChange: {
            /** @description Identifies the unit within its listing. */
            name?: string;
            /**
             * @description Whether it can be booked.
             * @default true
             */
            active?: boolean | null;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The types of events that are delivered. Null for all. */
            types: string[] | null;
            description: string | null;
            /** @enum {string} */
            status: "active" | "paused" | "disabled";
            disabled_reason: string | null;
            /** Format: date-time */
            created_at: string;
            last_success_at: string | null;
            /** @description How many events of its types are not dealt with yet. */
            behind: number;
        };
        WebhookChange: {
            /** @description An address that begins with `https://`, on port 443 or one from 1024 up, of a public host. */
            url?: string;
            /** @description Types of events, or patterns such as `booking.*`. Null for all. */
            types?: ("booking.*" | "block.*" | "guest.*" | "listing.*" | "rates.*" | "charge.*" | "team.*" | "token.*" | "member.*" | "webhook.*" | "calendar_feed.*" | "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.expired" | "booking.completed" | "booking.folio_changed" | "booking.unit_moved" | "block.created" | "block.deleted" | "guest.created" | "guest.changed" | "guest.erased" | "listing.created" | "listing.changed" | "listing.deleted" | "rates.changed" | "charge.created" | "charge.changed" | "charge.deleted" | "team.changed" | "team.imported" | "token.created" | "token.revoked" | "member.added" | "member.removed" | "webhook.disabled" | "calendar_feed.failed" | "calendar_feed.recovered" | "calendar_feed.conflict")[] | null;
            description?: string | null;
            /**
             * @description `disabled` only for one that already is, so that a webhook can be sent back as it was read.
             * @enum {string}
             */
            status?: "active" | "paused" | "disabled";
        };
        WebhookSecret: {
            secret: string;
        };
        WebhookTest: {
            response_status: number | null;
            error: string | null;
            duration_ms: number;
        };
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The types of events that are delivered. Null for all. */
            types: string[] | null;
            description: string | null;
            /** @enum {string} */
            status: "active" | "paused" | "disabled";
            disabled_reason: string | null;
            /** Format: date-time */
            created_at: string;
            last_success_at: string | null;
            /** @description How many events of its types are not dealt with yet. */
            behind: number;
            /** @description Signs the deliveries. */
            secret: string;
        };
    };
    responses: {
        /** @description The body is not valid JSON, or the request is not valid HTTP. */
        Malformed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The token is missing, malformed, unknown or revoked. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Unauthenticated"];
            };
        };
        /** @description A write with a read-only token, in a team that enforces scopes. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The thing that the path names does not exist, or belongs to another team. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The idempotency key was already used for another request. */
        KeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The resource no longer has the version that `If-Match` names: somebody has changed it. Or it has no `ETag`, so that this cannot be checked. */
        ChangedMeanwhile: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The body is too large: the limit is 1 MiB unless the operation says otherwise. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The body is not JSON, or its `Content-Type` does not say so. */
        NotJson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description A query parameter that the operation does not have. */
        UnknownParameter: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Invalid"];
            };
        };
        /** @description Too many requests in a minute. Wait as many seconds as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description An unexpected error. The log has the cause. */
        ServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The service is overloaded or shutting down, or its database cannot be reached. Try again soon. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
    };
    parameters: {
        /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
        IdempotencyKey: string;
        /** @description The key that the answer to the request for this booking showed. */
        BookingKey: string;
        /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
        IfMatch: string;
        /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request in the log: the one that it sent, if that is 1 to 128 of `A-Za-z0-9._-`, else a new one. */
        "X-Request-Id": string;
        /** @description Always `Bearer`. */
        "WWW-Authenticate": string;
        /** @description How many seconds to wait before trying again. */
        "Retry-After": number;
        /** @description How many requests are allowed per minute. */
        "RateLimit-Limit": number;
        /** @description How many of them are left. */
        "RateLimit-Remaining": number;
        /** @description How many seconds until counting starts again. */
        "RateLimit-Reset": number;
        /** @description Identifies exactly this answer. Send it back in `If-None-Match`, or in the `If-Match` of a write. */
        ETag: string;
        /** @description Who may keep the answer, and for how long. */
        "Cache-Control": string;
        /** @description `true` if the same answer was given before under the same key. Absent otherwise. */
        "Idempotent-Replay": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGuests: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description The whole email. Case does not matter. */
                email?: string;
                /** @description Part of the name or email. Case does not matter. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Guest"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGuest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Guest"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The guest’s id. */
                guest: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Guest"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you have read. If it has changed since, nothing is written and the answer is a 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The guest’s id. */
                guest: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Guest"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The guest’s id. */
                guest: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            guest: components["schemas"]["Guest"];
                            bookings: {
                                /** Format: uuid */
                                id: string;
                                /** @description The code for the guests, unique within the team. */
                                confirmation_code: string;
                                /** Format: uuid */
                                listing_id: string;
                                /** @description Null if the whole building is booked. */
                                unit: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string;
                                } | null;
                                whole_building: boolean;
                                /** @description Whether it keeps its unit when bookings are moved to make room. */
                                unit_pinned: boolean;
                                /** Format: uuid */
                                guest_id: string;
                                /**
                                 * @description All except `cancelled` keep their nights. A confirmed booking completes by itself at its check-out.
                                 * @enum {string}
                                 */
                                status: "pending" | "confirmed" | "completed" | "cancelled";
                                /** @enum {string} */
                                source: "api" | "manual" | "booking_site" | "import" | "airbnb" | "booking_com" | "vrbo" | "expedia" | "other";
                                /** Format: date */
                                check_in: string;
                                /**
                                 * Format: date
                                 * @description The day of departure: the night that begins on it is not part of the stay.
                                 */
                                check_out: string;
                                nights: number;
                                number_of_guests: number;
                                /** @description ISO 4217. All amounts of the object are whole numbers of its minor unit. */
                                currency: string;
                                accommodation_total: number;
                                /** @description All discounts together, not negative. */
                                discount_total: number;
                                fees_total: number;
                                /** @description Without taxes that are `included` in other lines. */
                                taxes_total: number;
                                /** @description accommodation_total − discount_total + fees_total + taxes_total. */
                                grand_total: number;
                                price_breakdown: components["schemas"]["PriceLine"][];
                                coupon_code: string | null;
                                /** @description The team’s own notes. */
                                notes: string | null;
                                /** @description The guest’s. */
                                special_requests: string | null;
                                /** @description The cancellation terms at the time of booking. Null if it has none. */
                                cancellation: components["schemas"]["CancellationTerms"] | null;
                                cancellation_reason: string | null;
                                /** @description Null if it is not cancelled, or was cancelled without terms and without a given fee. */
                                cancellation_fee: number | null;
                                /** @description When a pending booking frees its nights by itself; null if it keeps them. */
                                expires_at: string | null;
                                confirmed_at: string | null;
                                cancelled_at: string | null;
                                completed_at: string | null;
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                updated_at: string;
                                listing: components["schemas"]["Listing"];
                                guest: components["schemas"]["Guest"];
                                folio: components["schemas"]["Folio"];
                                events: components["schemas"]["BookingEvent"][];
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The guest’s id. */
                guest: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Guest"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listListings: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description Any of these, separated by commas. */
                status?: ("draft" | "active" | "inactive" | "archived")[];
                /** @description Any of these, separated by commas. */
                kind?: ("standalone" | "building" | "unit_type")[];
                /** @description The listing with this slug. */
                slug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Listing"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewListing"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Listing"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Listing"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListingChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Listing"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnits: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Unit"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUnit: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUnit"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Unit"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUnit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The unit’s id. */
                unit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Unit"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeUnit: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The unit’s id. */
                unit: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnitChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Unit"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUnit: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The unit’s id. */
                unit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPhotos: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            photos: components["schemas"]["Photo"][];
                        };
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePhotos: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhotosChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            photos: components["schemas"]["Photo"][];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rates"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeRates: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RatesChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rates"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDays: {
        parameters: {
            query: {
                /** @description The first day. */
                start_date: string;
                /** @description The last day. */
                end_date: string;
            };
            header?: never;
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DayOverride"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeDays: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DaysChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DayOverride"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeManyDays: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManyDaysChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            listings: number;
                            days: number;
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFees: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Fee"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFee: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFee"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Fee"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFee: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The code of the fee. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Fee"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeFee: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The code of the fee. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeeChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Fee"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFee: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The code of the fee. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTaxes: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tax"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTax: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTax"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tax"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTax: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The code of the tax. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tax"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeTax: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The code of the tax. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tax"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTax: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The code of the tax. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDiscounts: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Discount"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDiscount"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Discount"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The code of the discount. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Discount"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The code of the discount. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscountChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Discount"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDiscount: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The code of the discount. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCoupons: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCoupon"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The code of the coupon. Case does not matter. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The code of the coupon. Case does not matter. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Coupon"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The code of the coupon. Case does not matter. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAvailability: {
        parameters: {
            query: {
                /** @description The day of arrival. */
                check_in: string;
                /** @description The day of departure: 1 to 365 nights later. */
                check_out: string;
                /** @description How many stay. */
                guests?: number;
                /** @description The maximum number of other stays to name if this one is not available and other dates could help. */
                alternatives?: number;
                /** @description In either case; empty is none. */
                coupon_code?: string;
            };
            header?: never;
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Availability"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCalendar: {
        parameters: {
            query: {
                /** @description The first day. */
                start_date: string;
                /** @description The last day: at most 731 days, both included. */
                end_date: string;
            };
            header?: never;
            path: {
                /** @description The listing’s id. */
                listing: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListingDay"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCalendars: {
        parameters: {
            query: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description The first day. */
                start_date: string;
                /** @description The last day: at most 93 days, both included. */
                end_date: string;
                /** @description Any of these, separated by commas. */
                status?: ("draft" | "active" | "inactive" | "archived")[];
                /** @description Any of these, separated by commas. */
                kind?: ("standalone" | "building" | "unit_type")[];
                /** @description Only these listings, separated by commas: at most 100. */
                listing_ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListingCalendar"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOccupancies: {
        parameters: {
            query: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description The first night. */
                from: string;
                /** @description The day after the last night: at most 731 nights later. */
                to: string;
                /** @description Only units of this listing; for a building, those of its unit types. */
                listing_id?: string;
                /** @description Only this unit. */
                unit_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Occupancy"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchListings: {
        parameters: {
            query: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description The day of arrival. */
                check_in: string;
                /** @description The day of departure: 1 to 365 nights later. */
                check_out: string;
                /** @description How many stay. */
                guests?: number;
                /** @description The maximum number of other stays to name if this one is not available and other dates could help. */
                alternatives?: number;
                /** @description Any of these, separated by commas. */
                kind?: ("standalone" | "building" | "unit_type")[];
                /** @description Any of these, separated by commas. */
                property_type?: ("apartment" | "house" | "villa" | "cabin" | "chalet" | "cottage" | "bungalow" | "studio" | "loft" | "townhouse" | "condominium" | "farmhouse" | "bed_and_breakfast" | "guest_house" | "hotel" | "aparthotel" | "hostel" | "private_room" | "boat" | "treehouse" | "tent" | "recreational_vehicle" | "other")[];
                /** @description In this city. Case does not matter. */
                city?: string;
                /** @description In this country. Case does not matter. */
                country?: string;
                /** @description Part of the title, the headline or the city. Case does not matter. */
                q?: string;
                /** @description At least this many bedrooms. */
                bedrooms_min?: number;
                /** @description At least this many beds. */
                beds_min?: number;
                /** @description At least this many whole bathrooms. */
                bathrooms_min?: number;
                /** @description Only places with this currency. */
                currency?: string;
                /** @description The lowest grand total; needs `currency`. */
                total_min?: number;
                /** @description The highest grand total; needs `currency`. */
                total_max?: number;
                /** @description A latitude and a longitude in degrees: `38.7113,-9.1425`. */
                near?: string;
                /** @description The maximum distance from `near`; by default 25. */
                radius_km?: number;
                /** @description `all`: also places that are not available, with their reasons, after all available ones. */
                available?: "true" | "all";
                /** @description By grand total, rising or falling, by title, or by the distance from `near`. */
                sort?: "total" | "-total" | "title" | "distance";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SearchResult"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["SearchMeta"];
                        facets: components["schemas"]["SearchFacets"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBookings: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description Any of these, separated by commas. */
                status?: ("pending" | "confirmed" | "completed" | "cancelled")[];
                /** @description Any of these, separated by commas. */
                source?: ("api" | "manual" | "booking_site" | "import" | "airbnb" | "booking_com" | "vrbo" | "expedia" | "other")[];
                /** @description Only bookings of this listing. */
                listing_id?: string;
                /** @description Only bookings of this guest. */
                guest_id?: string;
                confirmation_code?: string;
                /** @description Arriving on this day or later. */
                check_in_from?: string;
                /** @description Arriving on this day or earlier. */
                check_in_to?: string;
                /** @description Changed at this moment or later. To keep up, send the newest `updated_at` that you have. */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Booking"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBooking"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Booking"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The idempotency key was already used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"] | components["schemas"]["PriceChanged"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Booking"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Booking"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The idempotency key was already used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"] | components["schemas"]["PriceChanged"];
                };
            };
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBookingEvents: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BookingEvent"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Booking"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Cancellation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Booking"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"] | components["schemas"]["NotCancellable"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewBooking: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBooking"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BookingPreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description The idempotency key was already used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"] | components["schemas"]["PriceChanged"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewBookingChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BookingPreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The idempotency key was already used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"] | components["schemas"]["PriceChanged"];
                };
            };
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewBookingCancellation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Cancellation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BookingPreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"] | components["schemas"]["NotCancellable"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFolio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Folio"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceivedPayment"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Folio"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
                /** @description The payment’s id. */
                payment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentStep"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Folio"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
                /** @description The invoice’s id. */
                invoice: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceStep"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Folio"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordSecurityDeposit: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The booking’s id. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecurityDepositStep"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Folio"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBlocks: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description Only blocks of this listing. */
                listing_id?: string;
                /** @description Blocks that contain a night on or after this day. */
                from?: string;
                /** @description Blocks that contain a night on or before this day. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Block"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBlocks: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBlock"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Block"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBlock: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The block’s id. */
                block: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description A position: only later events are answered. */
                after?: number;
                /** @description The largest number of events in one answer. */
                limit?: number;
                /** @description Only events of these types. `booking.*` means all that happens to bookings. */
                types?: ("booking.*" | "block.*" | "guest.*" | "listing.*" | "rates.*" | "charge.*" | "team.*" | "token.*" | "member.*" | "webhook.*" | "calendar_feed.*" | "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.expired" | "booking.completed" | "booking.folio_changed" | "booking.unit_moved" | "block.created" | "block.deleted" | "guest.created" | "guest.changed" | "guest.erased" | "listing.created" | "listing.changed" | "listing.deleted" | "rates.changed" | "charge.created" | "charge.changed" | "charge.deleted" | "team.changed" | "team.imported" | "token.created" | "token.revoked" | "member.added" | "member.removed" | "webhook.disabled" | "calendar_feed.failed" | "calendar_feed.recovered" | "calendar_feed.conflict")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        meta: {
                            /** @description The `after` of the next request. If nothing is new, it stays the same. */
                            next: number;
                            /** @description Whether there are events after these. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s id. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The webhook’s id. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The webhook’s id. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook’s id. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSecret"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook’s id. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSecret"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description Only deliveries in one of these states. */
                status?: ("pending" | "delivered" | "failed")[];
                /** @description Only deliveries of this event. */
                event_id?: string;
            };
            header?: never;
            path: {
                /** @description The webhook’s id. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook’s id. */
                webhook: string;
                /** @description The delivery’s id. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted: the work is done in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook’s id. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description Accepted: the work is done in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook’s id. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookTest"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUnitCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unit’s id. */
                unit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnitCalendar"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUnitCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The unit’s id. */
                unit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnitCalendar"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUnitCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The unit’s id. */
                unit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCalendarFeeds: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalendarFeed"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCalendarFeed"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalendarFeed"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCalendarFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The feed’s id. */
                feed: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalendarFeed"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnknownParameter"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The feed’s id. */
                feed: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarFeedChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalendarFeed"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The feed’s id. */
                feed: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted: the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            412: components["responses"]["ChangedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The feed’s id. */
                feed: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalendarFeed"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPublicListings: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublicListing"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
                /** @description The listing’s slug, or a unit type’s. */
                listingSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublicListing"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicTerms: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
                /** @description The listing’s slug, or a unit type’s. */
                listingSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SiteTerms"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicAvailability: {
        parameters: {
            query: {
                /** @description The day of arrival. */
                check_in: string;
                /** @description The day of departure: 1 to 365 nights later. */
                check_out: string;
                /** @description How many stay. */
                guests?: number;
                /** @description The maximum number of other stays to name if this one is not available and other dates could help. */
                alternatives?: number;
                /** @description In either case; empty is none. */
                coupon_code?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
                /** @description The listing’s slug, or a unit type’s. */
                listingSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Availability"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicCalendar: {
        parameters: {
            query: {
                /** @description The first day. */
                start_date: string;
                /** @description The last day: at most 731 days, both included. */
                end_date: string;
            };
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
                /** @description The listing’s slug, or a unit type’s. */
                listingSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListingDay"][];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchPublicListings: {
        parameters: {
            query: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description Entries per page. */
                per_page?: number;
                /** @description The day of arrival. */
                check_in: string;
                /** @description The day of departure: 1 to 365 nights later. */
                check_out: string;
                /** @description How many stay. */
                guests?: number;
                /** @description The maximum number of other stays to name if this one is not available and other dates could help. */
                alternatives?: number;
                /** @description Any of these, separated by commas. */
                kind?: ("standalone" | "building" | "unit_type")[];
                /** @description Any of these, separated by commas. */
                property_type?: ("apartment" | "house" | "villa" | "cabin" | "chalet" | "cottage" | "bungalow" | "studio" | "loft" | "townhouse" | "condominium" | "farmhouse" | "bed_and_breakfast" | "guest_house" | "hotel" | "aparthotel" | "hostel" | "private_room" | "boat" | "treehouse" | "tent" | "recreational_vehicle" | "other")[];
                /** @description In this city. Case does not matter. */
                city?: string;
                /** @description In this country. Case does not matter. */
                country?: string;
                /** @description Part of the title, the headline or the city. Case does not matter. */
                q?: string;
                /** @description At least this many bedrooms. */
                bedrooms_min?: number;
                /** @description At least this many beds. */
                beds_min?: number;
                /** @description At least this many whole bathrooms. */
                bathrooms_min?: number;
                /** @description Only places with this currency. */
                currency?: string;
                /** @description The lowest grand total; needs `currency`. */
                total_min?: number;
                /** @description The highest grand total; needs `currency`. */
                total_max?: number;
                /** @description A latitude and a longitude in degrees: `38.7113,-9.1425`. */
                near?: string;
                /** @description The maximum distance from `near`; by default 25. */
                radius_km?: number;
                /** @description `all`: also places that are not available, with their reasons, after all available ones. */
                available?: "true" | "all";
                /** @description By grand total, rising or falling, by title, or by the distance from `near`. */
                sort?: "total" | "-total" | "title" | "distance";
            };
            header?: {
                /** @description The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublicSearchResult"][];
                        links: components["schemas"]["PageLinks"];
                        meta: components["schemas"]["SearchMeta"];
                        facets: components["schemas"]["SearchFacets"];
                    };
                };
            };
            /** @description The answer that you have kept is still current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPublicBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSiteBooking"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewlyBookedOnSite"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            /** @description The idempotency key was already used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"] | components["schemas"]["PriceChanged"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description The key that the answer to the request for this booking showed. */
                "Booking-Key"?: components["parameters"]["BookingKey"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
                /** @description The booking’s code. */
                confirmation_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SiteBooking"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawPublicBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description The key that the answer to the request for this booking showed. */
                "Booking-Key"?: components["parameters"]["BookingKey"];
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The first label of the booking site’s host name. */
                teamSlug: string;
                /** @description The booking’s code. */
                confirmation_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replay": components["headers"]["Idempotent-Replay"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SiteBooking"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Invalid parameters or fields, or rules or a state that refuse the request: all of them at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"] | components["schemas"]["NotCancellable"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
