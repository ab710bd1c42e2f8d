// Made from openapi.json by "npm run generate": do not edit.
// SHA-256 of openapi.json: 15458ba26d553286eb3da47d715dee90792b8fc932a616bd8af3c65b4885b5c8

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
        post?: never;
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
        put?: never;
        post?: never;
        delete?: never;
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
         * List what happened to a booking
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
         * @description Frees the nights at once. Scheduled payments are cancelled, open invoices are voided, a held deposit is returned, and the coupon can be redeemed again. What is paid stays paid. The body may be absent.
         */
        post: operations["cancelBooking"];
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
         * @description Innkeep moves no money: it records what the team’s payment provider did. From `scheduled` or `failed` to `paid` or `failed`, and from `paid` to `refunded`. Any other step is a 422 under `status`; on a cancelled booking only `paid` to `refunded` is allowed.
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
         * @description From `open` to `paid` or `void`. Any other step is a 422 under `status`, and so is any on a cancelled booking.
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
         * @description From `pending` to `held`, and from `held` to `returned` or `kept`. Any other step is a 422 under `status`, and so is any on a cancelled booking.
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
    "/v1/public/{teamSlug}/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the booking site shows
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
    "/v1/public/{teamSlug}/listings/{listingSlug}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a stay
         * @description The same answer as the team gets.
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
        Availability: {
            available: boolean;
            /** @description The first of `reasons`; null when available. */
            reason_code: ("listing_not_bookable" | "past_date" | "advance_notice" | "booking_window" | "guests_exceeded" | "min_stay" | "max_stay" | "closed_for_arrival" | "closed_for_departure" | "dates_unavailable") | null;
            /** @description The first of `reasons`, in words; null when available. */
            reason_message: string | null;
            /** @description Every rule that the stay fails; empty when available. */
            reasons: components["schemas"]["Reason"][];
            price: components["schemas"]["Price"];
            /** @description How many units could take the whole stay, whatever other rule it fails. */
            units_left: number;
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
            /** Format: date-time */
            created_at: string;
        };
        Booking: {
            /** Format: uuid */
            id: string;
            /** @description The code that guests are given; unique within the team. */
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
            /** Format: uuid */
            guest_id: string;
            /**
             * @description All but `cancelled` hold their nights. A confirmed booking completes by itself at its check-out.
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
            /** @description ISO 4217. Every amount beside it is a whole number of its minor unit. */
            currency: string;
            accommodation_total: number;
            /** @description The amount taken off, not negative. */
            discount_total: number;
            fees_total: number;
            /** @description Without taxes that are `included` in other lines. */
            taxes_total: number;
            /** @description accommodation_total − discount_total + fees_total + taxes_total. */
            grand_total: number;
            price_breakdown: components["schemas"]["PriceLine"][];
            coupon_code: string | null;
            /** @description The team’s own. */
            notes: string | null;
            /** @description The guest’s. */
            special_requests: string | null;
            cancellation_reason: string | null;
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
        };
        BookingEvent: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.completed" | "booking.folio_changed";
            actor: {
                /** @enum {string} */
                type: "token" | "member" | "system" | "import";
                /** @description The token’s or member’s name. */
                name: string | null;
            };
            /** @description Of a change: each field with its value before and after; of the guest the fields’ names alone. */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        Cancellation: {
            reason?: string | null;
        };
        Folio: {
            /** @description ISO 4217. Every amount beside it is a whole number of its minor unit. */
            currency: string;
            grand_total: number;
            /** @description The sum of the payments that are `paid`. */
            paid_total: number;
            /** @description The grand total less what is paid: negative when overpaid, 0 when cancelled. */
            balance_due: number;
            /** @description By the day on which they are due, then as they were planned: the deposit before the rest. */
            payments: components["schemas"]["Payment"][];
            /** @description In the order in which they were issued. */
            invoices: components["schemas"]["Invoice"][];
            /** @description Null if the booking has none. */
            security_deposit: components["schemas"]["SecurityDeposit"] | null;
        };
        Guest: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Unique within the team, whatever its case. */
            email: string | null;
            phone: string | null;
            /** @description The team’s own. */
            notes: string | null;
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
            /** @description Of a unit type: its building. */
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
            /** @description Whether there is half a bathroom besides the full ones. */
            bathrooms_half: boolean;
            /** @description ISO 4217. Every amount beside it is a whole number of its minor unit. */
            currency: string;
            /** @description IANA name, as `Europe/Lisbon`. “Today” is the date there. */
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
            /** @description In the order in which they are to be shown. */
            photos: components["schemas"]["Photo"][];
        };
        ListingDay: {
            /** Format: date */
            date: string;
            /** @description Whether the night that begins on this day can be sold. */
            available: boolean;
            /** @description `available` or `unavailable`. Take anything else for unavailable. */
            status: string;
            /** @description A whole number as text: `"0"` when not available. */
            units_left: string;
            /** @description The base rate of the night. */
            day_rate: number;
            /** @description The fewest nights of a stay that begins on this day. */
            min_stay: number;
            closed_for_arrival: boolean;
            /** @description Only this closes a day for departure: a day that is unavailable can still be a check-out day. */
            closed_for_departure: boolean;
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
            /** @description The team’s own. */
            notes?: string | null;
            /** @description The guest’s. */
            special_requests?: string | null;
            /** @description `api` if it is not given. */
            source?: ("api" | "manual" | "booking_site" | "import" | "airbnb" | "booking_com" | "vrbo" | "expedia" | "other") | null;
            /** @description `confirmed` if it is not given. */
            status?: ("confirmed" | "pending") | null;
            /** @description Skips every rule but one: a unit must be free. For staff, and for bookings made elsewhere. */
            override_rules?: boolean | null;
        };
        NewGuest: {
            name: string;
            email?: string | null;
            phone?: string | null;
            notes?: string | null;
        };
        NotCancellable: {
            /** @constant */
            success: false;
            message: string;
            /** @description Always empty. */
            errors: Record<string, never>;
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
            /** @description What a row of page numbers shows. */
            links: {
                /** @description Null if there is no such page, and for the gap `...`. */
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
        };
        PaymentStep: {
            /**
             * @description `paid` or `failed` from scheduled or failed, `refunded` from paid.
             * @enum {string}
             */
            status: "paid" | "failed" | "refunded";
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
        Price: {
            /** @description The sum of every night’s `rate`. */
            accommodation_total: number;
            /** @description What is taken off: not negative. */
            discount_amount: number;
            fees_total: number;
            /** @description Without taxes that are `included` in other lines. */
            taxes_total: number;
            /** @description accommodation_total − discount_amount + fees_total + taxes_total. */
            grand_total: number;
            /** @description ISO 4217. Every amount beside it is a whole number of its minor unit. */
            currency: string;
            /** @description One entry a night. */
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
        /** @description The lines that are not `included` sum up to the grand total, always. */
        PriceLine: {
            /** @enum {string} */
            type: "accommodation" | "discount" | "fee" | "tax";
            /** @description `accommodation`, the code of a charge, or `coupon:` and the coupon’s code. */
            code: string;
            name: string;
            /**
             * @description What the amount is counted by.
             * @enum {string}
             */
            basis: "stay" | "night" | "guest" | "guest_night" | "percent";
            /** @description How many; null if the line is a percentage. */
            quantity: number | null;
            /** @description The amount of one, if it is fixed. */
            unit_amount: number | null;
            /** @description With at most four decimals, if the line is a percentage. */
            percent: number | null;
            /** @description What a percentage is taken of, or a fixed coupon is taken off. */
            base_amount: number | null;
            /** @description Signed: discounts are negative. */
            amount: number;
            /** @description Whether the amount is already inside other lines, and so not added. */
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
            /** @description Whether there is half a bathroom besides the full ones. */
            bathrooms_half: boolean;
            /** @description ISO 4217. Every amount beside it is a whole number of its minor unit. */
            currency: string;
            /** @description IANA name, as `Europe/Lisbon`. “Today” is the date there. */
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
            /** @description In the order in which they are to be shown. */
            photos: components["schemas"]["Photo"][];
            /** @description Of a building: what can be booked in it; else empty. */
            unit_types: components["schemas"]["PublicUnitType"][];
            /** @description Of a building that can be booked as a whole. */
            whole_building: {
                max_guests: number;
                bedrooms: number;
            } | null;
        };
        PublicUnitType: {
            /** @description A unit type is read, priced and its calendar read under its own slug. */
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
        Reason: {
            /**
             * @description Explained above, under “Why a stay cannot be had”.
             * @enum {string}
             */
            code: "listing_not_bookable" | "past_date" | "advance_notice" | "booking_window" | "guests_exceeded" | "min_stay" | "max_stay" | "closed_for_arrival" | "closed_for_departure" | "dates_unavailable";
            /** @description An English sentence that guests can read. */
            message: string;
            /** @description What the rule asks for, in days, nights or guests. */
            required: number | null;
            /** @description What the stay has of it. */
            actual: number | null;
            /** @description The days that the rule is about. */
            dates: string[];
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
        Unauthenticated: {
            /** @constant */
            success: false;
            message: string;
            /** @description Always empty. */
            errors: Record<string, never>;
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
        /** @description How many seconds until the count begins anew. */
        "RateLimit-Reset": number;
        /** @description Identifies exactly this answer. Send it back in `If-None-Match`. */
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
    listListings: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many on a page. */
                per_page?: number;
                /** @description Any of these, separated by commas. */
                status?: ("draft" | "active" | "inactive" | "archived")[];
                /** @description Any of these, separated by commas. */
                kind?: ("standalone" | "building" | "unit_type")[];
                /** @description The one with this slug. */
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
    getListing: {
        parameters: {
            query?: never;
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
                        data: components["schemas"]["Listing"];
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
    getAvailability: {
        parameters: {
            query: {
                /** @description The day of arrival. */
                check_in: string;
                /** @description The day of departure: 1 to 365 nights later. */
                check_out: string;
                /** @description How many stay. */
                guests?: number;
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
    listBookings: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many on a page. */
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
    getBooking: {
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
                        data: components["schemas"]["Booking"];
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
    changeBooking: {
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
    listBookingEvents: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many on a page. */
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
    recordPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many on a page. */
                per_page?: number;
                /** @description Only blocks of this listing. */
                listing_id?: string;
                /** @description Blocks that hold a night on or after this day. */
                from?: string;
                /** @description Blocks that hold a night on or before this day. */
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
    listGuests: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many on a page. */
                per_page?: number;
                /** @description The whole email, in either case. */
                email?: string;
                /** @description Part of the name or email, in either case. */
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
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                        data: components["schemas"]["Guest"];
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
    changeGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many on a page. */
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
            /** @description What you have kept is still current. */
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
            /** @description What you have kept is still current. */
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
            /** @description What you have kept is still current. */
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
            /** @description What you have kept is still current. */
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
}
