/** Generated from src/openapi.json by `npm run client`. */

export interface paths {
    "/v1/athletes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List athletes
         * @description Lists your athletes in the key's environment, newest first, or in order of change with `updated_since`.
         *
         *     API keys only.
         */
        get: operations["listAthletes"];
        put?: never;
        /**
         * Create an athlete
         * @description Creates an athlete in the key's environment and in one of your regions, where its data stays. Every field is optional, and each one makes later prescriptions more personal. `missing_fields` lists the most valuable ones first.
         *
         *     API keys only.
         */
        post: operations["createAthlete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change up to 100 athletes
         * @description Creates athletes whose `external_id` is new and updates the rest. An absent field stays unchanged, and `null` clears it. Results are in the order of the items. An item that is invalid, or repeats an `external_id` (`duplicate_item`), returns an `error` item with pointers relative to it. The rest are not affected. Repeating a batch is safe and needs no `Idempotency-Key`: items already stored return `unchanged`. Costs one request from your budget per ten items.
         *
         *     API keys only.
         */
        post: operations["upsertAthletes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an athlete
         * @description Returns one of your athletes. Honours `If-None-Match`.
         *
         *     Also open to an athlete's token with the scope `profile:read`.
         */
        get: operations["getAthlete"];
        put?: never;
        post?: never;
        /**
         * Erase an athlete
         * @description Removes everything stored about the athlete: profile, activities, prescriptions, feedback, learned values, product plans, the product access log, connections with their tokens, stored idempotent responses and rate-limit state. Sign-ins belong to a mailbox, not to an athlete. They contain no readable address and expire within two days. After the response, requests for the athlete fail with `athlete_not_found` and its `external_id` is free. An erasure cannot be undone. Supports `If-Match`. Also available for 30 days after the partner's termination.
         *
         *     API keys only.
         */
        delete: operations["eraseAthlete"];
        options?: never;
        head?: never;
        /**
         * Change an athlete
         * @description Changes the provided fields. `null` clears a field. Changing a field that the engine reads makes stored prescriptions stale. A token may not send `email`, `external_id` or `region` (403). Without `profile:read` it sees only identifier, environment, tier and dates. Honours `If-Match`.
         *
         *     Also open to an athlete's token with the scope `profile:write`.
         */
        patch: operations["updateAthlete"];
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activities
         * @description Lists activities, newest first by `scheduled_at`, or by `created_at` if that is null. With `updated_since`, in order of change. Items have the same shape as a single activity.
         *
         *     Also open to an athlete's token with the scope `activities:read`.
         */
        get: operations["listActivities"];
        put?: never;
        /**
         * Create an activity
         * @description Creates a training session or race for this athlete. Calculate its prescription next. A token may not send `external_id` (403). Without `activities:read` it sees null for the fields that a request can set.
         *
         *     Also open to an athlete's token with the scope `activities:write`.
         */
        post: operations["createActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/activities/{activity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an activity
         * @description Returns the activity with its prescription and safety data, limited to the scopes of a token. Honours `If-None-Match`.
         *
         *     Also open to an athlete's token with the scope `activities:read`.
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        /**
         * Delete an activity
         * @description Deletes the activity with everything that belongs to it: prescription, products, feedback and what was learned from it. Honours `If-Match`.
         *
         *     Also open to an athlete's token with the scope `activities:write`.
         */
        delete: operations["deleteActivity"];
        options?: never;
        head?: never;
        /**
         * Change an activity
         * @description Changes the provided fields. `null` clears a field. The stored prescription is kept, and `prescription_stale` is true if it was calculated from different inputs. A token may not send `external_id` (403). Without `activities:read` it sees null for the fields that a request can set. Honours `If-Match`.
         *
         *     Also open to an athlete's token with the scope `activities:write`.
         */
        patch: operations["updateActivity"];
        trace?: never;
    };
    "/v1/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activities of several athletes
         * @description Lists the activities of up to 50 athletes over at most 14 days with their prescriptions, such as a coach's week. Oldest first unless `order=desc`. Costs one request from your budget per ten athletes. A token may only name its own athlete. For athletes in teaser tier, the answer shows the same as a single read.
         *
         *     Also open to an athlete's token with the scope `activities:read`.
         */
        get: operations["listActivitiesOfAthletes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/activity-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity types
         * @description Returns every type, with its names on Strava, Garmin FIT, TrainingPeaks and Polar.
         *
         *     Also open to an athlete's token with the scope `activities:read`.
         */
        get: operations["listActivityTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/activities/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change up to 100 activities for any athletes
         * @description Creates activities whose `external_id` is new to their athlete and updates the rest. An absent field stays unchanged, and `null` clears it. Items already stored return `unchanged`. With `calculate`, each item includes its prescription and safety data. Changing an activity with feedback recomputes what was learned, at most 30 per request. Further ones return `temporarily_unavailable`: send them again. Results are in the order of the items. An item that is invalid, repeats an activity (`duplicate_item`), or whose athlete is unknown or in the other environment, returns an `error` item with pointers relative to it. The rest are not affected. Repeating a batch is safe and needs no `Idempotency-Key`. Costs one request from your budget per ten items, or per ten legs of multi-sport sessions.
         *
         *     API keys only.
         */
        post: operations["upsertActivities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/activities/batch-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete up to 100 activities for any athletes
         * @description Deletes activities with everything that belongs to them. An activity that does not exist returns `absent`. Results are in the order of the items. An item that is invalid, repeats an activity (`duplicate_item`), or whose athlete is unknown or in the other environment, returns an `error` item with pointers relative to it. The rest are not affected. Repeating a batch is safe and needs no `Idempotency-Key`. Costs one request from your budget per ten items, or per ten legs of multi-sport sessions.
         *
         *     API keys only.
         */
        post: operations["deleteActivities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/activities/{activity_id}/prescription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the prescription of an activity
         * @description Returns the last prescription with its safety data. `stale` is true if the activity, the profile or the engine has changed since. Honours `If-None-Match`. The tag changes with anything that would change the numbers.
         *
         *     Also open to an athlete's token with the scope `prescriptions:read`.
         */
        get: operations["getPrescription"];
        put?: never;
        /**
         * Calculate the prescription of an activity
         * @description Calculates from the activity and the current profile, replaces any earlier result and returns the bare prescription. The safety data is in the envelope at `Content-Location`. Show the two together. With `include=safety`, returns that envelope with its `ETag`.
         *
         *     Also open to an athlete's token with the scope `prescriptions:create`.
         */
        post: operations["calculatePrescription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/nutrition/calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate without storing
         * @description Calculates for the activity in the request and a stored athlete, a profile in the request, or both. If both are given, the profile overrides the stored fields. Nothing is stored.
         *
         *     API keys only.
         */
        post: operations["calculateNutrition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/nutrition/calculate/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate up to 50 scenarios without storing
         * @description Returns results in the order of the scenarios. A scenario that is invalid, or whose athlete is unknown or in the other environment, returns an `error` item with pointers relative to that scenario. The rest are not affected. Costs one request from your budget per ten scenarios, or per ten legs of multi-sport sessions.
         *
         *     API keys only.
         */
        post: operations["calculateNutritionBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/gut-training": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan gut training for a race
         * @description Plans the weeks of carbohydrate practice before a race: two sessions a week at race effort, in small steps up from what the athlete has tolerated in that sport. The last week holds the rate. Feedback on those sessions moves the starting point. For athletes with an eating disorder, in pregnancy or under 16, nothing is planned and `message` says so. Show `rules` with the weeks. Nothing is stored.
         *
         *     Also open to an athlete's token with the scope `prescriptions:read`.
         */
        post: operations["planGutTraining"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/try/calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a calculation without a key
         * @description Calculates for the profile in the request, like `POST /v1/nutrition/calculate`, and always includes the explanation and the trajectory. For trying out the service only: 120 requests per minute and address, and nothing is stored. Applications use `/v1/nutrition/calculate` with a key.
         */
        post: operations["tryCalculation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/activities/{activity_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the feedback on an activity
         * @description Returns the feedback with the quantities that it changed, recomputed from the current history. Without `profile:read`, a token sees null for everything except identifiers, tier and dates.
         *
         *     Also open to an athlete's token with the scope `activities:read`.
         */
        get: operations["getFeedback"];
        put?: never;
        /**
         * Give feedback on an activity
         * @description Records how the session went and the actual intake. Later prescriptions for this athlete learn from it, and `learned` shows the quantities that changed. Each activity has one feedback. Another POST replaces it, and what was learned is recomputed from the history. Without `activities:read` and `profile:read`, a token sees null for everything except identifiers, tier and dates.
         *
         *     Also open to an athlete's token with the scope `feedback:write`.
         */
        post: operations["giveFeedback"];
        /**
         * Delete the feedback on an activity
         * @description Deletes the feedback and recomputes what was learned as if it had never been given.
         *
         *     Also open to an athlete's token with the scope `feedback:write`.
         */
        delete: operations["deleteFeedback"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/sweat-tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sweat tests
         * @description Lists sweat tests, newest first by `tested_at`.
         *
         *     Also open to an athlete's token with the scope `profile:read`.
         */
        get: operations["listSweatTests"];
        put?: never;
        /**
         * Record a sweat test
         * @description Records a session with weight before and after, all intake and urine. Returns the sweat rate with its standard error. One test teaches far more than feedback on how a session felt.
         *
         *     Also open to an athlete's token with the scope `profile:write`.
         */
        post: operations["createSweatTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/sweat-tests/{sweat_test_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a sweat test
         * @description Returns the sweat test with the quantities that it changed, recomputed from the current history.
         *
         *     Also open to an athlete's token with the scope `profile:read`.
         */
        get: operations["getSweatTest"];
        put?: never;
        post?: never;
        /**
         * Delete a sweat test
         * @description Deletes a sweat test, such as a mistyped one, and recomputes what was learned as if it had never been recorded.
         *
         *     Also open to an athlete's token with the scope `profile:write`.
         */
        delete: operations["deleteSweatTest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/learned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was learned about an athlete
         * @description Returns every quantity that feedback and sweat tests can change, with its current estimate, standard deviation and number of observations. Prescriptions use this state regardless of the activity's date.
         *
         *     Also open to an athlete's token with the scope `profile:read`.
         */
        get: operations["getLearned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/activities/{activity_id}/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach products to an activity
         * @description Attaches products to an activity. Attaching a product again replaces its servings. All or nothing: an unknown product gives a 422 that points to it. Returns all attached products by name and compares them with the prescription. Newly attached products count against the athlete’s budgets and are logged. Products already shown on the same UTC day are not counted again. A request without new products, such as a retry, costs nothing.
         *
         *     Also open to an athlete's token with the scope `activities:write`.
         */
        post: operations["attachProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/activities/{activity_id}/products/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Detach a product from an activity
         * @description Removes a product from the plan. 404 if it is not attached.
         *
         *     Also open to an athlete's token with the scope `activities:write`.
         */
        delete: operations["detachProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/activities/{activity_id}/fuel-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plan what to take and when
         * @description Schedules the attached products over the session. With `suggest=true`, plans what this athlete could eat and drink. Show `rows`: they list what the athlete does, leg by leg. `timeline` has the amounts for charts. `safety` comes from the prescription, in both tiers. Show it and `allergens` with the plan.
         *
         *     A suggestion meets carbohydrate and sodium within 5%, or says why not in `suggestion.notes`. It follows usual practice for the event: the share from drinks, food every 20 to 45 minutes, solids early, something savoury beyond 6 h. It uses at most five products (seven beyond 6 h) from few brands. Drinks contain 30 to 80 g of carbohydrate per litre. Bottles are filled in steps of 50 ml. Nothing is planned in the swim of a multi-sport event. Fluid never exceeds the prescription, and no hour exceeds a ceiling. `compromises` names every rule that could not be kept.
         *
         *     `fuel_preferences` of the athlete override everything except safety: what they avoid, the formats they like and the products they own. With a course, `stations` says what to take at each stop, including T1 and T2. The plan uses what stations offer: food and gels, cups of water and sports drink, broth in long events, and cola where a caffeine dose is due. No plan needs more than a belt, vest or jersey can carry. `bottles` has the recipe of each filling, for the bottles of the activity or athlete, else for typical ones.
         *
         *     `Accept` chooses the format. Unlisted types get JSON. Every format includes the fluid ceiling and the disclaimer. The request counts and is logged as an access to the products of the plan.
         *
         *     Also open to an athlete's token with the scope `products:read` and `prescriptions:read`.
         */
        get: operations["getFuelPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/activities/{activity_id}/fuel-plan/replan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan the rest of a session
         * @description Plans from `at_min` to the end, given what was taken so far. The shape is that of the fuel plan. Minutes count from the start of the session; totals cover the rest. Any excess so far is deducted from the rest, but missed amounts are not made up. The plan stays within the ceilings of the whole session minus what was taken: no more fluid once the session’s maximum has been drunk. `safety` covers the whole session, not the rest. Show `totals` next to it and, after drinking too much, the note `little_fluid_left`, which says how much is still safe. If everything went as planned, this is the rest of the plan. Otherwise the rest of a suggestion is replanned by the same rules. Attached products and `products_left` are used as far as they fit. Nothing is stored. The request counts and is logged as an access to the products of the plan. Full tier only.
         *
         *     Also open to an athlete's token with the scope `products:read` and `prescriptions:read`.
         */
        post: operations["replanFuelPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the product catalogue for an athlete
         * @description Lists products by brand and name, or best match first with `q`. Every access counts against the athlete's budgets and is logged. Products already shown on the same UTC day cost nothing. A page has at most 25 products.
         *
         *     Also open to an athlete's token with the scope `products:read`.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/generic-foods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List generic foods
         * @description Lists unbranded foods that aid stations hand out and people have at home, with figures and sources. `offers` of a course may name them, and plans use them if an athlete owns no products. Does not count against the product budget.
         *
         *     Also open to every athlete's token.
         */
        get: operations["listGenericFoods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List product categories
         * @description Lists every category with its number of products. Counts as a request of the athlete but not as a product.
         *
         *     Also open to an athlete's token with the scope `products:read`.
         */
        get: operations["listProductCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product for an athlete
         * @description Returns one product. Counts as a product of the UTC day unless it was already shown to the athlete that day. A product that does not exist costs only a request. Withdrawn products can still be read.
         *
         *     Also open to an athlete's token with the scope `products:read`.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/access-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your product accesses
         * @description Lists your product requests in the key's environment, newest first. Attaching products counts too. `result_count` is then the number of newly attached products.
         *
         *     API keys only.
         */
        get: operations["listProductAccesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/athletes/{athlete_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export an athlete
         * @description Returns everything stored about the athlete as one JSON document for data portability and access requests, with the same content in every tier. The document is streamed without a size limit. Its last member is `complete`; a document without it was cut off. Limit: ten exports per athlete and UTC day. Compressed if `Accept-Encoding` accepts gzip. Also available for 30 days after the partner's termination. Excludes tokens and sign-ins of the athlete's address, because they are secrets or not the partner's data.
         *
         *     API keys only.
         */
        post: operations["exportAthlete"];
        delete?: never;
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
         * List events
         * @description Lists changes in the key's environment, oldest first. Store `next_cursor` and pass it in the next call: immediately while `has_more` is true, otherwise later. No event is skipped or repeated, even while new ones are recorded. Events name the changed fields without their values.
         *
         *     API keys only.
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
    "/v1/partner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your account
         * @description Returns your account in the calling key's environment, with its limits and that key.
         *
         *     API keys only.
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
    "/v1/partner/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your usage
         * @description Counts requests in the calling key's environment by operation and status class: those of your keys and of the applications that athletes connected. Failed authentications are not counted. Counts lag by about two minutes and are kept for 13 months. They are approximate, because a server that stops loses its last few seconds of counts.
         *
         *     API keys only.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recalculations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a recalculation
         * @description Calculates and stores the prescriptions of all selected activities in the background. By default it selects activities of all athletes in the key's environment, from today to 14 days ahead, whose prescription is stale or missing. Each calculation is reported as `prescription.calculated`, the end as `recalculation.finished`. Only one can run at a time per environment. Equal requests sent at the same time start one recalculation and all get its `id`. Activities created meanwhile may be missed, so calculate them when you create them.
         *
         *     API keys only.
         */
        post: operations["createRecalculation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recalculations/{recalculation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a recalculation
         * @description Returns its progress. The counts are updated every few hundred activities. Kept for 30 days.
         *
         *     API keys only.
         */
        get: operations["getRecalculation"];
        put?: never;
        post?: never;
        /**
         * Cancel a recalculation
         * @description Cancels the recalculation if it has not finished. Another one can start immediately. Prescriptions already calculated stay. Up to 250 activities in progress may still be calculated, without being counted.
         *
         *     API keys only.
         */
        delete: operations["cancelRecalculation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the keys of the calling key's environment, newest first, without secrets. Ended keys are listed for 90 days.
         *
         *     API keys only.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates another key in the calling key's environment. `environment` is optional. Requests are counted in the key's `region`, so a key for servers in Sydney belongs in `oc`. The secret appears in this response only. Limit: 25 usable keys per environment.
         *
         *     API keys only.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key
         * @description Returns the key's state, without its secret. `last_used_at` is accurate to the hour. `rotate_by` is the advised rotation date.
         *
         *     API keys only.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revokes the key everywhere. The response may take five seconds, even for a key that has already ended. From then on, new requests with the key fail with `invalid_api_key`. Requests already in progress may still finish. A key can revoke itself.
         *
         *     API keys only.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/api-keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a new key with the same name. The old key works for another 72 hours, then fails with `expired_api_key`. A key can rotate itself.
         *
         *     API keys only.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the token's athlete
         * @description Returns the athlete who connected. Supports `If-None-Match`.
         *
         *     Athletes' tokens with the scope `profile:read` only. API keys are rejected.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth clients
         * @description Lists your clients in the key's environment, newest first, without their secrets.
         *
         *     API keys only.
         */
        get: operations["listOAuthClients"];
        put?: never;
        /**
         * Create an OAuth client
         * @description Creates an application that athletes can connect to, in the key's environment. It authenticates at `/oauth/token` with its secret, by HTTP Basic or in the form. A `public` client has no secret and sends only its `client_id` and the PKCE verifier. You can have up to 50 clients per environment.
         *
         *     API keys only.
         */
        post: operations["createOAuthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/clients/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an OAuth client
         * @description Returns one of your clients, without its secret.
         *
         *     API keys only.
         */
        get: operations["getOAuthClient"];
        put?: never;
        post?: never;
        /**
         * Delete an OAuth client
         * @description Deletes the client and ends all its connections. Its tokens and its secret fail as soon as you get the response.
         *
         *     API keys only.
         */
        delete: operations["deleteOAuthClient"];
        options?: never;
        head?: never;
        /**
         * Change an OAuth client
         * @description Changes the provided fields. Removing a scope removes it from every connection and token before the response. Adding a scope requires new consent.
         *
         *     API keys only.
         */
        patch: operations["updateOAuthClient"];
        trace?: never;
    };
    "/v1/oauth/clients/{client_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an OAuth client's secret
         * @description Replaces the secret. The old one fails as soon as you get the response. Connections and their tokens stay valid.
         *
         *     API keys only.
         */
        post: operations["rotateOAuthClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description Lists the connections between athletes and your clients in the key's environment, newest first.
         *
         *     API keys only.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a connection
         * @description Returns the consent of one athlete to one of your clients.
         *
         *     API keys only.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Disconnect an athlete
         * @description Ends the connection. Its tokens fail as soon as you get the response. The athlete can connect again later.
         *
         *     API keys only.
         */
        delete: operations["deleteConnection"];
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
         * @description Lists your webhooks in the key's environment, newest first, without their secrets.
         *
         *     API keys only.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Sends events of the key's environment to your URL from now on. You can have up to 10 webhooks per environment. After a 503, send the same request again to finish the creation.
         *
         *     API keys only.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Returns one of your webhooks, without its secret.
         *
         *     API keys only.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook and its deliveries. An attempt in progress may still arrive.
         *
         *     API keys only.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook
         * @description Changes the provided fields. Disabling cancels pending deliveries. After being re-enabled, the webhook receives events from then on. Read the ones it missed from the feed.
         *
         *     API keys only.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a webhook's secret
         * @description Returns a new secret. For 24 hours every delivery carries two signatures, one per secret. After that only the new secret signs. A second rotation ends the oldest secret immediately.
         *
         *     API keys only.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends `webhook.test` now and returns the outcome. Limit: ten per minute for each webhook. A disabled webhook returns 409, so enable it first. The event is not retried and does not appear in the feed.
         *
         *     API keys only.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Lists deliveries of the last 30 days, newest first: all pending ones, and from each database that stores your athletes, up to 10,000 failures and about the last 1,000 successes. The feed has every event.
         *
         *     API keys only.
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
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Makes a delivery due now, whatever its status, with the same `webhook-id` and the full number of attempts. To resend an older event of the last 30 days, use its own identifier (`evt_…`) instead of the delivery’s.
         *
         *     API keys only.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inference/activity-type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Infer the type of a session from its title
         * @description Reads title, description and tags in English, German, French, Spanish, Italian, Dutch, Portuguese, Danish, Norwegian, Swedish, Polish, Czech, Catalan, Turkish, Russian, Ukrainian, Korean, Japanese and Chinese using a lexicon and a grammar. Nothing is stored. English and Chinese were measured on real titles, the other seventeen languages only on titles written for the purpose. Any text gets an answer. If nothing names a sport, the type is `other` with a confidence of at most 0.2. A word in a language confirmed by neither `locale` nor another word gives at most 0.5. If a title starts with an indoor platform (Zwift, MyWhoosh, Rouvy, TrainingPeaks Virtual), only rides and runs are considered. `recording` adds what the platform's file says, and may be sent alone. A sport named there wins, unless the title states legs whose amounts add up to the recorded time within 25%. Speed, distance, time, climb, power and indoor setting count as likelihoods, and `evidence` names them. Together with the distance, moving time gives the speed and elevation gain the climb. Heart rate weighs little. `is_indoor` turns a run into a treadmill run and a ride into an indoor ride. Sport names that platforms use for anything (`Workout`, `Other`, `generic`, `Custom`, `training`, `Race`) count less than figures and words. `duration_min` is null unless the title states the total of its session, by time, by distance or as the race itself. Paces, efforts, times of day, repetitions, pauses, climb, parts, stages, ages and codes such as `W01D6a` are not totals. A distance is converted at the recorded speed if there is one, otherwise at a typical speed.
         *
         *     Also open to an athlete's token with the scope `activities:read`.
         */
        post: operations["inferActivityType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inference/activity-type/brick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Infer the legs of a multi-sport session from its title
         * @description Reads titles such as "Koppel 3h Rad → 45' Lauf" or "3x(20' bike + 5' run)" into legs. Complete segments can be posted as the `segments` of an activity. A `recording` that names one sport, or matches the distance or time of one leg, describes that leg, unless all legs together took its time. Otherwise its moving time is used for the whole session if `duration_min` is not provided.
         *
         *     Also open to an athlete's token with the scope `activities:read`.
         */
        post: operations["inferBrick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workouts/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a workout file into steps
         * @description Reads a FIT workout, a Zwift workout (ZWO), an ERG or MRC file or a `workout_doc` of intervals.icu, alone or inside its event, into `type`, `duration_min` and `steps`. Nothing is stored. The body is the file itself, at most 1 MiB. The format is detected from the content. A broken file returns 422 `unreadable_file` with the location of the problem. Costs one request from your budget per 256 KiB.
         *
         *     A ramp becomes up to ten steps that differ by about 10% of FTP, 25 W or 5% of a threshold, each at the mean of its part. A range becomes its middle, and a zone its usual middle. The duration of a step by distance follows from its target speed, or from a typical speed for the sport and level. An open step (lap button, heart rate) counts 5 minutes, or 10 as a warm-up or cool-down.
         *
         *     A step without a target gets a level by its kind: rest 1, recovery and cool-down 2, warm-up 3, free ride 4, active 5, interval 7, maximal effort 9. So does a FIT step with a target speed or beats per minute, because the file does not say what they mean for the athlete. Percentages of maximum heart rate are divided by 0.9. Steps under a second are dropped.
         *
         *     Nested repetitions are written out. A workout of more than 200 steps is divided into 200 equal parts, each with the mean of its section, where power counts by its fourth power.
         *
         *     Also open to every athlete's token.
         */
        post: operations["parseWorkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/courses/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a course file into points and aid stations
         * @description Reads GPX (tracks, else routes), TCX or FIT, both courses and recordings, into distance, climb, at most 2,000 points and aid stations. Nothing is stored. The body is the file itself, at most 8 MiB and 200,000 points. The format is detected from the content. A broken file returns 422 `unreadable_file` with the location of the problem. Costs one request from your budget per 256 KiB.
         *
         *     Distances come from the file if every point has one (TCX, FIT), otherwise from great circles between points. All tracks and segments are joined. The climb is the sum of rises of 3 m or more, with elevations averaged over 100 m. A course of more than 2,000 points is divided into 999 sections of equal length, keeping the lowest and highest point of each, plus start and end.
         *
         *     A waypoint or course point is an aid station if its name, description, symbol or kind says so, in the languages of event organizers: `Verpflegung`, `ravito`, `ristoro`, `avituallamiento`, water, food, gels, cola, broth, drop bags. It is placed at the kilometre stated in the file, otherwise where the course first passes it. Stations more than 500 m away are omitted, and so are all beyond 60.
         *
         *     Also open to every athlete's token.
         */
        post: operations["parseCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset your sandbox to the sample athletes
         * @description Erases ALL athletes in your sandbox and creates eight synthetic ones: runners, cyclists, a triathlete and others, with full or sparse profiles, one of them in the teaser tier. Each has six weeks of sessions with calculated prescriptions, feedback, sweat tests and learned values, a week of planned sessions, and a race with products attached. The set is always the same. Only identifiers differ, and dates count from today (UTC). Keys, clients and limits do not change. Test keys only.
         *
         *     API keys only.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the Worker runs
         * @description Checks only the Worker itself, not its dependencies.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the Worker is ready
         * @description Checks that the key projection and a guard answer, and that the databases answer and have all migrations. With more than 50 shards, it checks the 50 whose last check is oldest. A 503 names dependencies that did not answer within two seconds and databases that lack a migration, are full, or were restored to an earlier day and not yet settled. With `?deep`, it also returns 503 while an operator alert is active, and names it. Use `?deep` for external monitoring, not to route traffic. `alerting` means that no cron has run for half an hour.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the authorization server’s metadata
         * @description Returns the RFC 8414 metadata that OAuth libraries use to configure themselves.
         */
        get: operations["getAuthorizationServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send an athlete here to connect
         * @description Open this URL in the athlete’s browser. The athlete signs in with a code sent by email, sees which scopes your application requests, can deselect some, and allows or denies access. Parameters must not be repeated. If the client or the redirect URI is invalid, the athlete sees an error page and is not redirected.
         */
        get: operations["authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or refresh a token
         * @description A code works once, within 10 minutes. Reusing it revokes its tokens. Exchanging the code of a second consent ends the tokens of the first. Access tokens last an hour. Refresh tokens rotate, so store the new one before you use it. For 30 seconds, a used refresh token returns the same successor, so two servers can refresh at the same time and you can retry after a lost response. After that, or once the successor has been used, reuse counts as theft and ends the grant (`invalid_grant`: the athlete has to reconnect). A connection ends after 90 days without a refresh and needs new consent after a year.
         */
        post: operations["token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description Revokes a single access token, or a refresh token with its whole grant (RFC 7009). Also succeeds for an unknown token or one of another client.
         */
        post: operations["revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metadata of /mcp
         * @description Returns the RFC 9728 metadata that tells assistants where to get a token. The path without `/mcp` returns the same.
         */
        get: operations["getProtectedResourceMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message of the Model Context Protocol
         * @description Responds to one JSON-RPC message with one JSON document: `tools/list`, `tools/call`, `prompts/list`, `prompts/get` and the handshake. Counts as one request of the key or connection. `Accept` must include `application/json` and `text/event-stream`, as the protocol requires. Cross-origin requests are rejected based on `Origin`.
         */
        post: operations["callAgents"];
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
        /** @description An athlete to create: the fields of `AthleteInput`, and the region. */
        NewAthlete: {
            /** @description The partner's own identifier, unique per partner and environment. */
            external_id?: string | null;
            /** @description The name. */
            name?: string | null;
            /**
             * Format: email
             * @description The athlete's email address. Send only an address you have verified, because its owner can sign in with it and connect to this record. If they say that the record is not theirs, nothing is connected and you get the event `athlete.connection_refused`.
             */
            email?: string | null;
            /** @description Language of the texts for this athlete as a BCP 47 tag, such as `de` or `pt-BR`. */
            locale?: string | null;
            /** @description Bottles, flasks and bladders the athlete usually carries. An activity can list different ones. */
            vessels?: components["schemas"]["Vessel"][] | null;
            /** @description Preferences for suggested plans: products to avoid, products at home, and preferred formats. */
            fuel_preferences?: components["schemas"]["FuelPreferences"] | null;
            /**
             * @description Determines body water and average weight.
             * @enum {string|null}
             */
            sex?: "female" | "male" | "unspecified" | null;
            /** @description At least 5 years before the current year. */
            birth_year?: number | null;
            /** @description Body mass. */
            body_mass_kg?: number | null;
            /** @description Height. */
            height_cm?: number | null;
            /** @description 1 untrained to 9 world class. */
            fitness_level?: number | null;
            /** @description Maximal oxygen uptake. */
            vo2max_ml_per_kg_min?: number | null;
            /** @description Functional threshold power on the bike. */
            ftp_w?: number | null;
            /** @description How much the athlete sweats compared with others; 5 is average. */
            sweat_level?: number | null;
            /** @description How salty the sweat is compared with others; 5 is average. */
            saltiness_level?: number | null;
            /** @description Measured. */
            sweat_rate_ml_per_hr?: number | null;
            /** @description Measured. */
            sweat_sodium_mg_per_l?: number | null;
            /** @description The highest intake practised in training. */
            carb_tolerance_g_per_hr?: number | null;
            /** @description Usual carbohydrate intake in long sessions. */
            usual_carb_g_per_hr?: number | null;
            /** @description Trained in heat on most days of the last two weeks. */
            heat_acclimatized?: boolean | null;
            /** @description True if the athlete had gastrointestinal problems in past races. */
            gi_history?: boolean | null;
            /** @description Conditions that change limits and warnings. */
            health?: {
                /** @description Is pregnant. */
                pregnant?: boolean | null;
                /** @description Has high blood pressure. */
                hypertension?: boolean | null;
                /** @description Has kidney disease. */
                kidney_disease?: boolean | null;
                /** @description Has heart failure. */
                heart_failure?: boolean | null;
                /** @description Takes diuretics. */
                diuretics?: boolean | null;
                /** @description Takes insulin or other medicine for diabetes. */
                diabetes_treated?: boolean | null;
                /** @description Takes anti-inflammatory painkillers (NSAIDs) around races. */
                nsaid_on_race_day?: boolean | null;
                /** @description Has or had low energy availability or an eating disorder. */
                reds_or_eating_disorder?: boolean | null;
                /** @description Blood sodium has been too low before (hyponatraemia). */
                low_sodium_before?: boolean | null;
                /** @description Takes a drug that makes the body hold water, for example desmopressin, an SSRI, carbamazepine, or a thiazide. */
                water_retaining_drug?: boolean | null;
                /** @description Has had heat illness before. */
                heat_illness_history?: boolean | null;
            } | null;
            /** @description The athlete's caffeine preferences. */
            caffeine?: components["schemas"]["CaffeineHabits"] | null;
            /** @description What the athlete does not eat. Determines which products are suggested. */
            diet?: {
                /** @description Eats no animal products. */
                vegan?: boolean | null;
                /** @description Eats no gluten. */
                gluten_free?: boolean | null;
                /** @description Wants no caffeine. */
                caffeine_free?: boolean | null;
            } | null;
            /**
             * @description Test keys only.
             * @enum {string}
             */
            tier?: "teaser" | "full";
            /**
             * @description The region that stores the athlete. Must be one of yours. Defaults to your first. Never changes.
             * @enum {string}
             */
            region?: "wnam" | "enam" | "weur" | "eeur" | "apac" | "oc" | "eu";
        };
        Vessel: {
            /**
             * @description A bottle in a cage, a soft flask, or a bladder with a hose.
             * @enum {string}
             */
            kind: "bottle" | "flask" | "bladder";
            /** @description Volume of each. */
            volume_ml: number;
            /** @description How many of this kind and size. */
            count: number;
        };
        /** @description Preferences for suggested plans. Omitted members are kept. Products removed from the catalogue are skipped. */
        FuelPreferences: {
            /** @description Products to exclude from all plans. */
            avoids?: string[] | null;
            /** @description Formats that a plan may use. Null allows all. Salt does not count as a format. */
            formats?: ("drink" | "gel" | "chew" | "bar" | "real_food")[] | null;
            /** @description Products at home. A plan uses only these and says what is missing. Empty means nothing at home, so a plan uses only generic foods. Null means unknown. */
            owns?: string[] | null;
        };
        /** @description An athlete's caffeine preferences. */
        CaffeineHabits: {
            /** @description Caffeine is planned only if this is true. */
            wanted?: boolean | null;
            /** @description Usual intake. Below 50 mg, planned doses are halved. */
            usual_mg_per_day?: number | null;
            /** @description True for arrhythmia, anxiety, medication or by choice. No caffeine is planned, and the limit is 0. */
            avoid?: boolean | null;
        };
        /** @description `athletes` holds 1–100 athletes, each with its `external_id`. */
        AthleteBatch: {
            /** @description The athletes, 1–100. */
            athletes: components["schemas"]["AthleteItem"][];
        };
        /** @description An absent field stays unchanged. `null` clears it. The same holds for the members of `diet` and `health`. */
        AthletePatch: components["schemas"]["AthleteInput"];
        /** @description Every field is optional; each one raises the confidence of the numbers. */
        AthleteInput: {
            /** @description The partner's own identifier, unique per partner and environment. */
            external_id?: string | null;
            /** @description The name. */
            name?: string | null;
            /**
             * Format: email
             * @description The athlete's email address. Send only an address you have verified, because its owner can sign in with it and connect to this record. If they say that the record is not theirs, nothing is connected and you get the event `athlete.connection_refused`.
             */
            email?: string | null;
            /** @description Language of the texts for this athlete as a BCP 47 tag, such as `de` or `pt-BR`. */
            locale?: string | null;
            /** @description Bottles, flasks and bladders the athlete usually carries. An activity can list different ones. */
            vessels?: components["schemas"]["Vessel"][] | null;
            /** @description Preferences for suggested plans: products to avoid, products at home, and preferred formats. */
            fuel_preferences?: components["schemas"]["FuelPreferences"] | null;
            /**
             * @description Determines body water and average weight.
             * @enum {string|null}
             */
            sex?: "female" | "male" | "unspecified" | null;
            /** @description At least 5 years before the current year. */
            birth_year?: number | null;
            /** @description Body mass. */
            body_mass_kg?: number | null;
            /** @description Height. */
            height_cm?: number | null;
            /** @description 1 untrained to 9 world class. */
            fitness_level?: number | null;
            /** @description Maximal oxygen uptake. */
            vo2max_ml_per_kg_min?: number | null;
            /** @description Functional threshold power on the bike. */
            ftp_w?: number | null;
            /** @description How much the athlete sweats compared with others; 5 is average. */
            sweat_level?: number | null;
            /** @description How salty the sweat is compared with others; 5 is average. */
            saltiness_level?: number | null;
            /** @description Measured. */
            sweat_rate_ml_per_hr?: number | null;
            /** @description Measured. */
            sweat_sodium_mg_per_l?: number | null;
            /** @description The highest intake practised in training. */
            carb_tolerance_g_per_hr?: number | null;
            /** @description Usual carbohydrate intake in long sessions. */
            usual_carb_g_per_hr?: number | null;
            /** @description Trained in heat on most days of the last two weeks. */
            heat_acclimatized?: boolean | null;
            /** @description True if the athlete had gastrointestinal problems in past races. */
            gi_history?: boolean | null;
            /** @description Conditions that change limits and warnings. */
            health?: {
                /** @description Is pregnant. */
                pregnant?: boolean | null;
                /** @description Has high blood pressure. */
                hypertension?: boolean | null;
                /** @description Has kidney disease. */
                kidney_disease?: boolean | null;
                /** @description Has heart failure. */
                heart_failure?: boolean | null;
                /** @description Takes diuretics. */
                diuretics?: boolean | null;
                /** @description Takes insulin or other medicine for diabetes. */
                diabetes_treated?: boolean | null;
                /** @description Takes anti-inflammatory painkillers (NSAIDs) around races. */
                nsaid_on_race_day?: boolean | null;
                /** @description Has or had low energy availability or an eating disorder. */
                reds_or_eating_disorder?: boolean | null;
                /** @description Blood sodium has been too low before (hyponatraemia). */
                low_sodium_before?: boolean | null;
                /** @description Takes a drug that makes the body hold water, for example desmopressin, an SSRI, carbamazepine, or a thiazide. */
                water_retaining_drug?: boolean | null;
                /** @description Has had heat illness before. */
                heat_illness_history?: boolean | null;
            } | null;
            /** @description The athlete's caffeine preferences. */
            caffeine?: components["schemas"]["CaffeineHabits"] | null;
            /** @description What the athlete does not eat. Determines which products are suggested. */
            diet?: {
                /** @description Eats no animal products. */
                vegan?: boolean | null;
                /** @description Eats no gluten. */
                gluten_free?: boolean | null;
                /** @description Wants no caffeine. */
                caffeine_free?: boolean | null;
            } | null;
            /**
             * @description Test keys only.
             * @enum {string}
             */
            tier?: "teaser" | "full";
        };
        ActivityInput: {
            /** @description The sport. */
            type: components["schemas"]["ActivityTypeName"];
            /** @description Duration. */
            duration_min: number;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level?: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level?: number | null;
            /** @description True for a race. Athletes eat more in a race than in training. */
            is_race_event?: boolean | null;
            /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
            weather?: (components["schemas"]["Weather"] | components["schemas"]["HourlyWeather"]) | null;
            /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
            average_power_w?: number | null;
            /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
            distance_km?: number | null;
            /** @description Climb. Used only together with `distance_km`. */
            elevation_gain_m?: number | null;
            /** @description Altitude of the session above sea level. */
            altitude_m?: number | null;
            /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
            segments?: {
                /** @description The sport. */
                type: components["schemas"]["SingleSportName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. */
                intensity_level?: number | null;
                /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                distance_km?: number | null;
            }[] | null;
            /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
            steps?: (components["schemas"]["WorkoutStep"] | components["schemas"]["WorkoutRepetition"])[] | null;
            /** @description The route. Its length and climb replace `distance_km` and `elevation_gain_m` if those are missing. Its points and stations shape the fuel plan. */
            course?: components["schemas"]["Course"] | null;
            /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
            vessels?: components["schemas"]["Vessel"][] | null;
            /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
            caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
            /** @description The partner's own identifier, unique per athlete. */
            external_id?: string | null;
            /** @description Title of the activity. */
            name?: string | null;
            /**
             * Format: date-time
             * @description Start time. Sorts the activity in lists and determines the athlete's age.
             */
            scheduled_at?: string | null;
            /** @description Accepted so that the answer of `POST /v1/workouts/parse` can be posted unchanged. Not stored. */
            format?: string | null;
        };
        /**
         * @description The sport. `GET /v1/activity-types` lists the names that platforms use.
         * @enum {string}
         */
        ActivityTypeName: "run" | "trail_run" | "treadmill_run" | "bike" | "indoor_bike" | "swim" | "open_water_swim" | "row" | "ski" | "hike" | "walk" | "lift" | "other" | "triathlon" | "duathlon" | "brick";
        Weather: {
            /** @description Air temperature, °C. */
            temperature_c: number;
            /** @description Relative humidity, %. */
            humidity_percent: number;
            /** @description True at night or in full shade. */
            shade?: boolean | null;
        };
        HourlyWeather: {
            /** @description Minutes from the start. Each entry applies until the next, the last until the end. */
            at_min: number;
            /** @description Air temperature, °C. */
            temperature_c: number;
            /** @description Relative humidity, %. */
            humidity_percent: number;
            /** @description True at night or in full shade. */
            shade?: boolean | null;
        }[];
        /**
         * @description The sport of the leg.
         * @enum {string}
         */
        SingleSportName: "run" | "trail_run" | "treadmill_run" | "bike" | "indoor_bike" | "swim" | "open_water_swim" | "row" | "ski" | "hike" | "walk" | "lift" | "other";
        WorkoutStep: {
            /** @description Minutes. Fractions are allowed. */
            duration_min: number;
            /** @description How hard the step is. */
            intensity: components["schemas"]["StepIntensity"];
            /** @description Shown where a plan names the step. */
            name?: string | null;
        };
        /** @description Exactly one measure. */
        StepIntensity: {
            /** @description 1 very easy to 9 all out. */
            level: number;
        } | {
            /** @description Percent of functional threshold power. */
            percent_ftp: number;
        } | {
            /** @description Mechanical power on a bike or rowing machine. */
            power_w: number;
        } | {
            /** @description Percent of threshold heart rate. */
            percent_threshold_hr: number;
        } | {
            /** @description Percent of threshold speed. */
            percent_threshold_pace: number;
        };
        WorkoutRepetition: {
            /** @description Number of repetitions. */
            repeat: number;
            /** @description The steps to repeat. They cannot contain repetitions. */
            steps: components["schemas"]["WorkoutStep"][];
        };
        Course: {
            /** @description Name of the course, as in its file. */
            name?: string | null;
            /** @description Length. Also the distance of an activity without one. */
            distance_km: number;
            /** @description Climb. If missing, calculated from the elevations of the points. */
            elevation_gain_m?: number | null;
            /** @description Stations in course order. */
            aid_stations?: components["schemas"]["AidStation"][] | null;
            /** @description Accepted so that the answer of `POST /v1/courses/parse` can be posted unchanged. Not stored. */
            format?: string | null;
            /** @description The track in course order. Shown for a single activity, null in lists. */
            points?: components["schemas"]["CoursePoint"][] | null;
        };
        AidStation: {
            /** @description Kilometres from the start. */
            km: number;
            /** @description Shown in the plan. */
            name?: string | null;
            /** @description Food and drink available here: generic foods (`GET /v1/generic-foods`) or catalogue products by `product_id`. `drop_bag` is the athlete's own bag left there. */
            offers: components["schemas"]["StationOffer"][];
        };
        /** @description A generic food, `drop_bag` or a catalogue product. */
        StationOffer: ("water" | "sports_drink" | "cola" | "broth" | "gel" | "chews" | "bar" | "fruit" | "banana" | "orange" | "watermelon" | "dates" | "raisins" | "gummy_bears" | "fig_bar" | "rice_cake" | "salted_potato" | "pretzels" | "jam_sandwich" | "cheese_roll" | "sports_drink_powder" | "electrolyte_tablet" | "salt_capsule" | "salt" | "drop_bag") | string;
        CoursePoint: {
            /** @description Kilometres from the start. */
            km: number;
            /** @description Metres above sea level. */
            elevation_m?: number | null;
            /** @description Degrees north, WGS 84; together with `lon`. */
            lat?: number | null;
            /** @description Degrees east, WGS 84; together with `lat`. */
            lon?: number | null;
        };
        /** @description Caffeine settings for one activity. */
        CaffeineOfActivity: {
            /** @description Caffeine is planned only if this is true. */
            wanted?: boolean | null;
            /** @description Usual intake. Below 50 mg, planned doses are halved. */
            usual_mg_per_day?: number | null;
            /** @description True for arrhythmia, anxiety, medication or by choice. No caffeine is planned, and the limit is 0. */
            avoid?: boolean | null;
            /** @description Already taken that day before the start. Counts against the limit. */
            taken_today_mg?: number | null;
            /** @description How long before the start it was taken. If missing, just before. */
            taken_min_before_start?: number | null;
            /** @description When the athlete wants to sleep, in minutes from the start. */
            sleep_at_min?: number | null;
        };
        /** @description An absent field stays unchanged. `null` clears it. */
        ActivityPatch: {
            /** @description The sport. */
            type?: components["schemas"]["ActivityTypeName"];
            /** @description Duration. */
            duration_min?: number;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level?: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level?: number | null;
            /** @description True for a race. Athletes eat more in a race than in training. */
            is_race_event?: boolean | null;
            /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
            weather?: (components["schemas"]["Weather"] | components["schemas"]["HourlyWeather"]) | null;
            /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
            average_power_w?: number | null;
            /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
            distance_km?: number | null;
            /** @description Climb. Used only together with `distance_km`. */
            elevation_gain_m?: number | null;
            /** @description Altitude of the session above sea level. */
            altitude_m?: number | null;
            /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
            segments?: {
                /** @description The sport. */
                type: components["schemas"]["SingleSportName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. */
                intensity_level?: number | null;
                /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                distance_km?: number | null;
            }[] | null;
            /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
            steps?: (components["schemas"]["WorkoutStep"] | components["schemas"]["WorkoutRepetition"])[] | null;
            /** @description The route. Its length and climb replace `distance_km` and `elevation_gain_m` if those are missing. Its points and stations shape the fuel plan. */
            course?: components["schemas"]["Course"] | null;
            /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
            vessels?: components["schemas"]["Vessel"][] | null;
            /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
            caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
            /** @description The partner's own identifier, unique per athlete. */
            external_id?: string | null;
            /** @description Title of the activity. */
            name?: string | null;
            /**
             * Format: date-time
             * @description Start time. Sorts the activity in lists and determines the athlete's age.
             */
            scheduled_at?: string | null;
            /** @description Accepted so that the answer of `POST /v1/workouts/parse` can be posted unchanged. Not stored. */
            format?: string | null;
        };
        /** @description `activities` holds 1–100 objects like `ActivityInput`, each with its `external_id` and either `athlete_id` or `athlete_external_id`. */
        ActivityBatch: {
            /** @description The activities, 1–100. */
            activities: components["schemas"]["ActivityItem"][];
            /** @description Calculates prescriptions in the same write. For unchanged activities, only if the prescription is stale or missing. */
            calculate?: boolean;
        };
        /** @description `activities` holds 1–100 of `{ external_id }`, each with either `athlete_id` or `athlete_external_id`. */
        ActivityDeletion: {
            /** @description The names of the activities, 1–100. */
            activities: components["schemas"]["ActivityName"][];
        };
        Scenario: {
            /** @description A stored athlete. `profile` overrides individual fields. */
            athlete_id?: string | null;
            /** @description Profile fields, used alone or to override those of the stored athlete. */
            profile?: {
                /**
                 * @description Determines body water and average weight.
                 * @enum {string|null}
                 */
                sex?: "female" | "male" | "unspecified" | null;
                /** @description At least 5 years before the current year. */
                birth_year?: number | null;
                /** @description Body mass. */
                body_mass_kg?: number | null;
                /** @description Height. */
                height_cm?: number | null;
                /** @description 1 untrained to 9 world class. */
                fitness_level?: number | null;
                /** @description Maximal oxygen uptake. */
                vo2max_ml_per_kg_min?: number | null;
                /** @description Functional threshold power on the bike. */
                ftp_w?: number | null;
                /** @description How much the athlete sweats compared with others; 5 is average. */
                sweat_level?: number | null;
                /** @description How salty the sweat is compared with others; 5 is average. */
                saltiness_level?: number | null;
                /** @description Measured. */
                sweat_rate_ml_per_hr?: number | null;
                /** @description Measured. */
                sweat_sodium_mg_per_l?: number | null;
                /** @description The highest intake practised in training. */
                carb_tolerance_g_per_hr?: number | null;
                /** @description Usual carbohydrate intake in long sessions. */
                usual_carb_g_per_hr?: number | null;
                /** @description Trained in heat on most days of the last two weeks. */
                heat_acclimatized?: boolean | null;
                /** @description True if the athlete had gastrointestinal problems in past races. */
                gi_history?: boolean | null;
                /** @description Conditions that change limits and warnings. */
                health?: {
                    /** @description Is pregnant. */
                    pregnant?: boolean | null;
                    /** @description Has high blood pressure. */
                    hypertension?: boolean | null;
                    /** @description Has kidney disease. */
                    kidney_disease?: boolean | null;
                    /** @description Has heart failure. */
                    heart_failure?: boolean | null;
                    /** @description Takes diuretics. */
                    diuretics?: boolean | null;
                    /** @description Takes insulin or other medicine for diabetes. */
                    diabetes_treated?: boolean | null;
                    /** @description Takes anti-inflammatory painkillers (NSAIDs) around races. */
                    nsaid_on_race_day?: boolean | null;
                    /** @description Has or had low energy availability or an eating disorder. */
                    reds_or_eating_disorder?: boolean | null;
                    /** @description Blood sodium has been too low before (hyponatraemia). */
                    low_sodium_before?: boolean | null;
                    /** @description Takes a drug that makes the body hold water, for example desmopressin, an SSRI, carbamazepine, or a thiazide. */
                    water_retaining_drug?: boolean | null;
                    /** @description Has had heat illness before. */
                    heat_illness_history?: boolean | null;
                } | null;
                /** @description The athlete's caffeine preferences. */
                caffeine?: components["schemas"]["CaffeineHabits"] | null;
            } | null;
            /** @description The session or race to calculate for. */
            activity: {
                /** @description The sport. */
                type: components["schemas"]["ActivityTypeName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. For an interval session, the average. */
                intensity_level?: number | null;
                /** @description 1 freezing to 9 extreme heat. */
                thermal_stress_level?: number | null;
                /** @description True for a race. Athletes eat more in a race than in training. */
                is_race_event?: boolean | null;
                /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
                weather?: (components["schemas"]["Weather"] | components["schemas"]["HourlyWeather"]) | null;
                /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
                average_power_w?: number | null;
                /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
                distance_km?: number | null;
                /** @description Climb. Used only together with `distance_km`. */
                elevation_gain_m?: number | null;
                /** @description Altitude of the session above sea level. */
                altitude_m?: number | null;
                /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
                segments?: {
                    /** @description The sport. */
                    type: components["schemas"]["SingleSportName"];
                    /** @description Duration. */
                    duration_min: number;
                    /** @description 1 very easy to 9 all out. */
                    intensity_level?: number | null;
                    /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                    distance_km?: number | null;
                }[] | null;
                /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
                steps?: (components["schemas"]["WorkoutStep"] | components["schemas"]["WorkoutRepetition"])[] | null;
                /** @description The route. Its length and climb replace `distance_km` and `elevation_gain_m` if those are missing. Its points and stations shape the fuel plan. */
                course?: components["schemas"]["Course"] | null;
                /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
                vessels?: components["schemas"]["Vessel"][] | null;
                /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
                caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
                /** @description The partner's own identifier, unique per athlete. */
                external_id?: string | null;
                /** @description Title of the activity. */
                name?: string | null;
                /**
                 * Format: date-time
                 * @description Start time. Sorts the activity in lists and determines the athlete's age.
                 */
                scheduled_at?: string | null;
            };
            /** @description The same as `activity.caffeine`. Members given here take precedence. */
            caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
        };
        /** @description `scenarios` holds 1–50 bodies of `POST /v1/nutrition/calculate`. */
        BatchInput: {
            /** @description The scenarios, 1–50. */
            scenarios: components["schemas"]["BatchedScenario"][];
        };
        GutTrainingRequest: {
            /** @description Target carbohydrate rate for the race. Send either this or `activity_id`. */
            wanted_carb_g_per_hr?: number | null;
            /** @description The race. The goal is the rate it would use with a trained gut. */
            activity_id?: string | null;
            /**
             * Format: date-time
             * @description When the race starts. Required unless the activity is scheduled.
             */
            race_at?: string | null;
        };
        /** @description A body of `POST /v1/nutrition/calculate` without `athlete_id`. */
        TryScenario: {
            /** @description Profile fields, used alone or to override those of the stored athlete. */
            profile?: {
                /**
                 * @description Determines body water and average weight.
                 * @enum {string|null}
                 */
                sex?: "female" | "male" | "unspecified" | null;
                /** @description At least 5 years before the current year. */
                birth_year?: number | null;
                /** @description Body mass. */
                body_mass_kg?: number | null;
                /** @description Height. */
                height_cm?: number | null;
                /** @description 1 untrained to 9 world class. */
                fitness_level?: number | null;
                /** @description Maximal oxygen uptake. */
                vo2max_ml_per_kg_min?: number | null;
                /** @description Functional threshold power on the bike. */
                ftp_w?: number | null;
                /** @description How much the athlete sweats compared with others; 5 is average. */
                sweat_level?: number | null;
                /** @description How salty the sweat is compared with others; 5 is average. */
                saltiness_level?: number | null;
                /** @description Measured. */
                sweat_rate_ml_per_hr?: number | null;
                /** @description Measured. */
                sweat_sodium_mg_per_l?: number | null;
                /** @description The highest intake practised in training. */
                carb_tolerance_g_per_hr?: number | null;
                /** @description Usual carbohydrate intake in long sessions. */
                usual_carb_g_per_hr?: number | null;
                /** @description Trained in heat on most days of the last two weeks. */
                heat_acclimatized?: boolean | null;
                /** @description True if the athlete had gastrointestinal problems in past races. */
                gi_history?: boolean | null;
                /** @description Conditions that change limits and warnings. */
                health?: {
                    /** @description Is pregnant. */
                    pregnant?: boolean | null;
                    /** @description Has high blood pressure. */
                    hypertension?: boolean | null;
                    /** @description Has kidney disease. */
                    kidney_disease?: boolean | null;
                    /** @description Has heart failure. */
                    heart_failure?: boolean | null;
                    /** @description Takes diuretics. */
                    diuretics?: boolean | null;
                    /** @description Takes insulin or other medicine for diabetes. */
                    diabetes_treated?: boolean | null;
                    /** @description Takes anti-inflammatory painkillers (NSAIDs) around races. */
                    nsaid_on_race_day?: boolean | null;
                    /** @description Has or had low energy availability or an eating disorder. */
                    reds_or_eating_disorder?: boolean | null;
                    /** @description Blood sodium has been too low before (hyponatraemia). */
                    low_sodium_before?: boolean | null;
                    /** @description Takes a drug that makes the body hold water, for example desmopressin, an SSRI, carbamazepine, or a thiazide. */
                    water_retaining_drug?: boolean | null;
                    /** @description Has had heat illness before. */
                    heat_illness_history?: boolean | null;
                } | null;
                /** @description The athlete's caffeine preferences. */
                caffeine?: components["schemas"]["CaffeineHabits"] | null;
            } | null;
            /** @description The session or race to calculate for. */
            activity: {
                /** @description The sport. */
                type: components["schemas"]["ActivityTypeName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. For an interval session, the average. */
                intensity_level?: number | null;
                /** @description 1 freezing to 9 extreme heat. */
                thermal_stress_level?: number | null;
                /** @description True for a race. Athletes eat more in a race than in training. */
                is_race_event?: boolean | null;
                /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
                weather?: (components["schemas"]["Weather"] | components["schemas"]["HourlyWeather"]) | null;
                /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
                average_power_w?: number | null;
                /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
                distance_km?: number | null;
                /** @description Climb. Used only together with `distance_km`. */
                elevation_gain_m?: number | null;
                /** @description Altitude of the session above sea level. */
                altitude_m?: number | null;
                /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
                segments?: {
                    /** @description The sport. */
                    type: components["schemas"]["SingleSportName"];
                    /** @description Duration. */
                    duration_min: number;
                    /** @description 1 very easy to 9 all out. */
                    intensity_level?: number | null;
                    /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                    distance_km?: number | null;
                }[] | null;
                /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
                steps?: (components["schemas"]["WorkoutStep"] | components["schemas"]["WorkoutRepetition"])[] | null;
                /** @description The route. Its length and climb replace `distance_km` and `elevation_gain_m` if those are missing. Its points and stations shape the fuel plan. */
                course?: components["schemas"]["Course"] | null;
                /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
                vessels?: components["schemas"]["Vessel"][] | null;
                /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
                caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
                /** @description The partner's own identifier, unique per athlete. */
                external_id?: string | null;
                /** @description Title of the activity. */
                name?: string | null;
                /**
                 * Format: date-time
                 * @description Start time. Sorts the activity in lists and determines the athlete's age.
                 */
                scheduled_at?: string | null;
            };
            /** @description The same as `activity.caffeine`. Members given here take precedence. */
            caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
        };
        /** @description Every field is optional. At least one is required. */
        FeedbackInput: {
            /**
             * @description How the gut felt.
             * @enum {string|null}
             */
            gi_comfort?: "excellent" | "good" | "fair" | "poor" | null;
            /**
             * @description How well the energy lasted.
             * @enum {string|null}
             */
            energy_level?: "surplus" | "adequate" | "low" | "bonked" | null;
            /**
             * @description How hydrated the athlete felt afterwards.
             * @enum {string|null}
             */
            hydration_feel?: "over_hydrated" | "well_hydrated" | "slightly_dehydrated" | "dehydrated" | null;
            /** @description Stored and exported. Never used in a calculation. */
            notes?: string | null;
            /** @description Actual intake over the whole session. If missing, the prescription is assumed and the rest of the feedback counts less. */
            actual_intake?: {
                /** @description Carbohydrate eaten and drunk. */
                carbs_grams?: number | null;
                /** @description Fluid. */
                fluid_ml?: number | null;
                /** @description Sodium. */
                sodium_mg?: number | null;
            } | null;
            /** @description Body mass right before the session. */
            body_mass_before_kg?: number | null;
            /** @description Together with the weight before and the fluid, the session counts as a sweat test. */
            body_mass_after_kg?: number | null;
            /** @description Urine passed between the two weigh-ins. */
            urine_ml?: number | null;
        };
        SweatTestInput: {
            /**
             * @description The sport.
             * @enum {string}
             */
            type: "run" | "trail_run" | "treadmill_run" | "bike" | "indoor_bike" | "swim" | "open_water_swim" | "row" | "ski" | "hike" | "walk" | "lift" | "other";
            /** @description Duration. */
            duration_min: number;
            /** @description Towelled dry, with as little clothing as possible. */
            body_mass_before_kg: number;
            /** @description Body mass right after the session, dried off. */
            body_mass_after_kg: number;
            /** @description Drunk between the two weigh-ins. */
            fluid_ml: number;
            /** @description Food eaten between the two weigh-ins. */
            food_g?: number | null;
            /** @description Urine passed between the two weigh-ins. */
            urine_ml?: number | null;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level?: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level?: number | null;
            /** @description Sets the thermal stress level if none is provided. */
            weather?: components["schemas"]["Weather"] | null;
            /** @description From a patch or a lab. */
            sweat_sodium_mg_per_l?: number | null;
            /**
             * Format: date-time
             * @description Default: now.
             */
            tested_at?: string | null;
        };
        AttachInput: {
            /** @description The products. */
            products: {
                /** @description The product. */
                product_id: string;
                /** @description How many servings. */
                servings: number;
            }[];
        };
        ReplanInput: {
            /** @description Minutes since the start. */
            at_min: number;
            /** @description Everything taken so far. It sets the ceilings of the rest. */
            taken: {
                /** @description Carbohydrate taken since the start. */
                carb_g: number;
                /** @description Fluid drunk since the start. */
                fluid_ml: number;
                /** @description Sodium taken since the start. */
                sodium_mg: number;
                /** @description Caffeine taken since the start. Default: the planned amount so far. The rest stays within the remaining safe amount. */
                caffeine_mg?: number | null;
            };
            /** @description When the session is expected to end. Default: as planned. */
            expected_end_min?: number | null;
            /**
             * @description `poor` lowers carbohydrate first, food before drinks. Default: `good`.
             * @enum {string|null}
             */
            stomach?: "good" | "poor" | null;
            /** @description Products still at hand. Default: what the plan has left. Plain water is assumed to be available. */
            products_left?: {
                /** @description A product of the catalogue. */
                product_id: string;
                /** @description Remaining servings. */
                servings: number;
            }[] | null;
            /** @description Starts from the suggested plan. Default: true if no product is attached. */
            suggest?: boolean | null;
        };
        RecalculationInput: {
            /**
             * Format: date
             * @description First UTC day of the activities, inclusive, by `scheduled_at`, or `created_at` if that is null. Default: today.
             */
            from?: string;
            /**
             * Format: date
             * @description Last UTC day, inclusive. Default: 14 days after `from`.
             */
            to?: string;
            /** @description Only activities of these athletes. Identifiers of deleted athletes, or of athletes that are not yours, match nothing. */
            athlete_ids?: string[];
            /**
             * @description `stale` (the default) skips activities whose prescription is current. `all` calculates every one.
             * @enum {string}
             */
            only?: "stale" | "all";
        };
        OAuthClientInput: {
            /** @description The name that athletes see on the consent page: 1 to 80 letters, numbers and punctuation marks of any script, with single spaces between them. The only other symbols allowed are + & | ° ® ™. It must not contain "Musette", "verified" or "official"; otherwise `invalid_name`. */
            name: string;
            /** @description Addresses that the authorization server may redirect to. They must use https and be spelled as a URL parser normalizes them. An authorization request must repeat one of them exactly. Sandbox clients can also use loopback addresses (http on localhost, 127.0.0.1 or [::1]), for which the request can name any port (RFC 8252). */
            redirect_uris: string[];
            /** @description Scopes that this client can request from athletes. */
            allowed_scopes: ("profile:read" | "profile:write" | "activities:read" | "activities:write" | "prescriptions:read" | "prescriptions:create" | "feedback:write" | "products:read")[];
            /** @description Set to true for an application that cannot keep a secret, such as an assistant on the athlete’s machine. It gets no secret and authenticates at `/oauth/token` with its `client_id` and PKCE. Cannot be changed. Default: false. */
            public?: boolean;
        };
        /** @description Missing fields stay unchanged. Removing a scope removes it from every connection. */
        OAuthClientPatch: {
            /** @description The name that athletes see on the consent page: 1 to 80 letters, numbers and punctuation marks of any script, with single spaces between them. The only other symbols allowed are + & | ° ® ™. It must not contain "Musette", "verified" or "official"; otherwise `invalid_name`. */
            name?: string;
            /** @description Addresses that the authorization server may redirect to. They must use https and be spelled as a URL parser normalizes them. An authorization request must repeat one of them exactly. Sandbox clients can also use loopback addresses (http on localhost, 127.0.0.1 or [::1]), for which the request can name any port (RFC 8252). */
            redirect_uris?: string[];
            /** @description Scopes that this client can request from athletes. */
            allowed_scopes?: ("profile:read" | "profile:write" | "activities:read" | "activities:write" | "prescriptions:read" | "prescriptions:create" | "feedback:write" | "products:read")[];
        };
        WebhookInput: {
            /** @description URL that receives the events: https on port 443 or 8443 of a public host name, without user info. Local installations also accept http on `127.0.0.1` and `localhost`. */
            url: string;
            /** @description Events to send: types, groups such as `athlete.*`, or `*` for all. */
            events: ("*" | "athlete.*" | "activity.*" | "prescription.*" | "feedback.*" | "key.*" | "recalculation.*" | "engine.*" | "webhook.*" | "sandbox.*" | "athlete.created" | "athlete.updated" | "athlete.tier_changed" | "athlete.learned" | "athlete.connected" | "athlete.disconnected" | "athlete.connection_refused" | "athlete.erased" | "athlete.rehomed" | "activity.created" | "activity.updated" | "activity.deleted" | "prescription.calculated" | "prescription.stale" | "feedback.received" | "feedback.deleted" | "key.created" | "key.rotated" | "key.revoked" | "key.rotation_due" | "recalculation.finished" | "engine.updated" | "webhook.disabled" | "webhook.test" | "sandbox.reset")[];
            /** @description Your own note. */
            description?: string | null;
        };
        /** @description Missing fields stay unchanged. */
        WebhookPatch: {
            /** @description URL that receives the events: https on port 443 or 8443 of a public host name, without user info. Local installations also accept http on `127.0.0.1` and `localhost`. */
            url?: string;
            /** @description Events to send: types, groups such as `athlete.*`, or `*` for all. */
            events?: ("*" | "athlete.*" | "activity.*" | "prescription.*" | "feedback.*" | "key.*" | "recalculation.*" | "engine.*" | "webhook.*" | "sandbox.*" | "athlete.created" | "athlete.updated" | "athlete.tier_changed" | "athlete.learned" | "athlete.connected" | "athlete.disconnected" | "athlete.connection_refused" | "athlete.erased" | "athlete.rehomed" | "activity.created" | "activity.updated" | "activity.deleted" | "prescription.calculated" | "prescription.stale" | "feedback.received" | "feedback.deleted" | "key.created" | "key.rotated" | "key.revoked" | "key.rotation_due" | "recalculation.finished" | "engine.updated" | "webhook.disabled" | "webhook.test" | "sandbox.reset")[];
            /** @description Your own note. */
            description?: string | null;
            /**
             * @description `disabled` cancels pending deliveries. After being re-enabled, the webhook receives events from then on.
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        ActivityTypeInferenceInput: {
            /** @description The title of the session. */
            title?: string | null;
            /** @description The description of the session. */
            description?: string | null;
            /** @description Your own labels. A sport named as in `GET /v1/activity-types` weighs more than three words. Other tags are read as text. */
            tags?: string[] | null;
            /** @description BCP 47 tag, such as `de` or `pt-BR`. Decides if languages disagree: `rower` is a bicycle in Polish. */
            locale?: string | null;
            /** @description The recording, from the platform's file. */
            recording?: components["schemas"]["RecordingInput"] | null;
        };
        /** @description Figures from the platform's recording of the session. */
        RecordingInput: {
            /** @description The platform's name for the sport, as in `GET /v1/activity-types`, in any case and with any separators. Other names are read as text. */
            sport?: string | null;
            /** @description Distance. */
            distance_km?: number | null;
            /** @description Recorded time without stops. */
            moving_time_min?: number | null;
            /** @description Climb. */
            elevation_gain_m?: number | null;
            /** @description Average power on the bike. */
            average_power_w?: number | null;
            /** @description Average heart rate of the recording. */
            average_heart_rate_bpm?: number | null;
            /** @description Recorded indoors. */
            is_indoor?: boolean | null;
        };
        BrickInferenceInput: {
            /** @description The title of the session. */
            title?: string | null;
            /** @description The description of the session. */
            description?: string | null;
            /** @description Your own labels. A sport named as in `GET /v1/activity-types` weighs more than three words. Other tags are read as text. */
            tags?: string[] | null;
            /** @description BCP 47 tag, such as `de` or `pt-BR`. Decides if languages disagree: `rower` is a bicycle in Polish. */
            locale?: string | null;
            /** @description The recording, from the platform's file. */
            recording?: components["schemas"]["RecordingInput"] | null;
            /** @description Duration of the whole session. Legs are scaled to it. */
            duration_min?: number | null;
        };
        /** @description A course without points. */
        CourseOutline: {
            /** @description Name of the course, as in its file. */
            name?: string | null;
            /** @description Length. Also the distance of an activity without one. */
            distance_km: number;
            /** @description Climb. If missing, calculated from the elevations of the points. */
            elevation_gain_m?: number | null;
            /** @description Stations in course order. */
            aid_stations?: components["schemas"]["AidStation"][] | null;
            /** @description Accepted so that the answer of `POST /v1/courses/parse` can be posted unchanged. Not stored. */
            format?: string | null;
        };
        /** @description The error, with its code and message. */
        ErrorDetails: {
            /** @description The sport. */
            type: components["schemas"]["ErrorType"];
            /** @description Stable; its meaning never changes. */
            code: components["schemas"]["ErrorCode"];
            /** @description A human-readable explanation. */
            message: string;
            /**
             * Format: uri
             * @description The page that explains the error and its remedy.
             */
            documentation_url: string;
            /** @description Same as `X-Request-Id`. */
            request_id: string;
            /** @description The resource that the request conflicts with. */
            resource_id?: string;
            /**
             * Format: uri
             * @description Page where the athlete can subscribe, if that unlocks the request.
             */
            subscribe_url?: string;
            /** @description All rejected fields. */
            errors?: components["schemas"]["FieldProblem"][];
        };
        /**
         * @description The type of error.
         * @enum {string}
         */
        ErrorType: "authentication_error" | "permission_error" | "invalid_request_error" | "not_found_error" | "conflict_error" | "rate_limit_error" | "api_error";
        /**
         * @description Stable; its meaning never changes. /docs/errors explains each one.
         * @enum {string}
         */
        ErrorCode: "missing_authorization" | "invalid_api_key" | "expired_api_key" | "environment_mismatch" | "invalid_token" | "insufficient_scope" | "partner_terminated" | "full_tier_required" | "operator_only" | "foreign_origin" | "https_required" | "malformed_json" | "method_not_allowed" | "precondition_failed" | "body_timeout" | "payload_too_large" | "unsupported_media_type" | "unreadable_file" | "validation_failed" | "duplicate_item" | "idempotency_key_reused" | "athlete_not_found" | "activity_not_found" | "access_request_not_found" | "prescription_not_found" | "feedback_not_found" | "sweat_test_not_found" | "product_not_found" | "key_not_found" | "partner_not_found" | "client_not_found" | "connection_not_found" | "webhook_not_found" | "delivery_not_found" | "route_not_found" | "live_access_not_requested" | "documents_not_set" | "request_already_decided" | "region_in_use" | "external_id_taken" | "recalculation_not_found" | "recalculation_running" | "secret_already_shown" | "key_already_rotated" | "client_without_secret" | "key_limit_reached" | "client_limit_reached" | "webhook_limit_reached" | "not_scheduled" | "webhook_disabled" | "cursor_expired" | "rate_limited" | "athlete_rate_limited" | "athlete_daily_limit_reached" | "internal_error" | "storage_full" | "temporarily_unavailable";
        /** @description One rejected field. */
        FieldProblem: {
            /** @description JSON Pointer into the body, or `?name` for a query parameter. */
            pointer: string;
            /** @description The problem: `required`, `unknown_field`, `invalid_type`, `invalid_value`, `invalid_format`, `too_small`, `too_big`, … */
            code: string;
            /** @description The problem in plain English, without the field name. */
            message: string;
        };
        Athlete: {
            /** @description The identifier. */
            id: string;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /**
             * @description Where the athlete is stored. Never changes.
             * @enum {string}
             */
            region: "wnam" | "enam" | "weur" | "eeur" | "apac" | "oc" | "eu";
            /**
             * @description `full` shows the numbers, `teaser` their ranges.
             * @enum {string}
             */
            tier: "teaser" | "full";
            /** @description The partner's own identifier, unique per partner and environment. */
            external_id: string | null;
            /** @description The name. */
            name: string | null;
            /**
             * Format: email
             * @description The athlete's email address. Send only an address you have verified, because its owner can sign in with it and connect to this record. If they say that the record is not theirs, nothing is connected and you get the event `athlete.connection_refused`.
             */
            email: string | null;
            /** @description Language of the texts for this athlete as a BCP 47 tag, such as `de` or `pt-BR`. */
            locale: string | null;
            /** @description Bottles, flasks and bladders the athlete usually carries. An activity can list different ones. */
            vessels: components["schemas"]["VesselOutput"][] | null;
            /** @description Preferences for suggested plans: products to avoid, products at home, and preferred formats. */
            fuel_preferences: components["schemas"]["FuelPreferencesOutput"] | null;
            /**
             * @description Determines body water and average weight.
             * @enum {string|null}
             */
            sex: "female" | "male" | "unspecified" | null;
            /** @description At least 5 years before the current year. */
            birth_year: number | null;
            /** @description Body mass. */
            body_mass_kg: number | null;
            /** @description Height. */
            height_cm: number | null;
            /** @description 1 untrained to 9 world class. */
            fitness_level: number | null;
            /** @description Maximal oxygen uptake. */
            vo2max_ml_per_kg_min: number | null;
            /** @description Functional threshold power on the bike. */
            ftp_w: number | null;
            /** @description How much the athlete sweats compared with others; 5 is average. */
            sweat_level: number | null;
            /** @description How salty the sweat is compared with others; 5 is average. */
            saltiness_level: number | null;
            /** @description Measured. */
            sweat_rate_ml_per_hr: number | null;
            /** @description Measured. */
            sweat_sodium_mg_per_l: number | null;
            /** @description The highest intake practised in training. */
            carb_tolerance_g_per_hr: number | null;
            /** @description Usual carbohydrate intake in long sessions. */
            usual_carb_g_per_hr: number | null;
            /** @description Trained in heat on most days of the last two weeks. */
            heat_acclimatized: boolean | null;
            /** @description True if the athlete had gastrointestinal problems in past races. */
            gi_history: boolean | null;
            /** @description Conditions that change limits and warnings. */
            health: {
                /** @description Is pregnant. */
                pregnant?: boolean | null;
                /** @description Has high blood pressure. */
                hypertension?: boolean | null;
                /** @description Has kidney disease. */
                kidney_disease?: boolean | null;
                /** @description Has heart failure. */
                heart_failure?: boolean | null;
                /** @description Takes diuretics. */
                diuretics?: boolean | null;
                /** @description Takes insulin or other medicine for diabetes. */
                diabetes_treated?: boolean | null;
                /** @description Takes anti-inflammatory painkillers (NSAIDs) around races. */
                nsaid_on_race_day?: boolean | null;
                /** @description Has or had low energy availability or an eating disorder. */
                reds_or_eating_disorder?: boolean | null;
                /** @description Blood sodium has been too low before (hyponatraemia). */
                low_sodium_before?: boolean | null;
                /** @description Takes a drug that makes the body hold water, for example desmopressin, an SSRI, carbamazepine, or a thiazide. */
                water_retaining_drug?: boolean | null;
                /** @description Has had heat illness before. */
                heat_illness_history?: boolean | null;
            } | null;
            /** @description The athlete's caffeine preferences. */
            caffeine: components["schemas"]["CaffeineHabitsOutput"] | null;
            /** @description What the athlete does not eat. Determines which products are suggested. */
            diet: {
                /** @description Eats no animal products. */
                vegan?: boolean | null;
                /** @description Eats no gluten. */
                gluten_free?: boolean | null;
                /** @description Wants no caffeine. */
                caffeine_free?: boolean | null;
            } | null;
            /** @description The share of a full profile that is known. */
            profile_completeness: number;
            /** @description Most valuable first, by how much each would raise confidence. */
            missing_fields: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        AthleteList: {
            /** @description The items of this page. */
            data: components["schemas"]["Athlete"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        AthleteResults: {
            /** @description One result per item, in order. */
            results: ({
                /**
                 * @description `unchanged`: every field sent already had that value.
                 * @enum {string}
                 */
                status: "created" | "updated" | "unchanged";
                /** @description The athlete. */
                athlete: components["schemas"]["Athlete"];
            } | components["schemas"]["Error"])[];
        };
        /** @description An athlete as seen by a token with `profile:write` but without `profile:read`. */
        WrittenAthlete: {
            /** @description The identifier. */
            id: string;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /**
             * @description Where the athlete is stored. Never changes.
             * @enum {string}
             */
            region: "wnam" | "enam" | "weur" | "eeur" | "apac" | "oc" | "eu";
            /**
             * @description `full` shows the numbers, `teaser` their ranges.
             * @enum {string}
             */
            tier: "teaser" | "full";
            /** @description Null, because the token lacks the required scope. */
            external_id: null;
            /** @description Null, because the token lacks the required scope. */
            name: null;
            /** @description Null, because the token lacks the required scope. */
            email: null;
            /** @description Null, because the token lacks the required scope. */
            locale: null;
            /** @description Null, because the token lacks the required scope. */
            vessels: null;
            /** @description Null, because the token lacks the required scope. */
            fuel_preferences: null;
            /** @description Null, because the token lacks the required scope. */
            sex: null;
            /** @description Null, because the token lacks the required scope. */
            birth_year: null;
            /** @description Null, because the token lacks the required scope. */
            body_mass_kg: null;
            /** @description Null, because the token lacks the required scope. */
            height_cm: null;
            /** @description Null, because the token lacks the required scope. */
            fitness_level: null;
            /** @description Null, because the token lacks the required scope. */
            vo2max_ml_per_kg_min: null;
            /** @description Null, because the token lacks the required scope. */
            ftp_w: null;
            /** @description Null, because the token lacks the required scope. */
            sweat_level: null;
            /** @description Null, because the token lacks the required scope. */
            saltiness_level: null;
            /** @description Null, because the token lacks the required scope. */
            sweat_rate_ml_per_hr: null;
            /** @description Null, because the token lacks the required scope. */
            sweat_sodium_mg_per_l: null;
            /** @description Null, because the token lacks the required scope. */
            carb_tolerance_g_per_hr: null;
            /** @description Null, because the token lacks the required scope. */
            usual_carb_g_per_hr: null;
            /** @description Null, because the token lacks the required scope. */
            heat_acclimatized: null;
            /** @description Null, because the token lacks the required scope. */
            gi_history: null;
            /** @description Null, because the token lacks the required scope. */
            health: null;
            /** @description Null, because the token lacks the required scope. */
            caffeine: null;
            /** @description Null, because the token lacks the required scope. */
            diet: null;
            /** @description Null, because the token lacks the required scope. */
            profile_completeness: null;
            /** @description Null, because the token lacks the required scope. */
            missing_fields: null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        ErasureReceipt: {
            /** @description The identifier. */
            id: string;
            /**
             * @description Always true.
             * @constant
             */
            deleted: true;
            /**
             * Format: date-time
             * @description When the erasure started. From then on, nothing is shown or stored.
             */
            deleted_at: string;
            /**
             * Format: date-time
             * @description Null if there are so many records that the rest is removed in the background, usually within an hour.
             */
            completed_at: string | null;
            /** @description Number of the athlete's records of each kind. */
            records: {
                /** @description Log of product accesses. */
                product_access_log: number;
                /** @description Products attached to activities. */
                activity_products: number;
                /** @description Calculated prescriptions. */
                prescriptions: number;
                /** @description Feedback on activities. */
                feedback: number;
                /** @description The athlete's activities. */
                activities: number;
                /** @description Sweat tests. */
                sweat_tests: number;
                /** @description Estimates that were learned. */
                learned_states: number;
                /** @description Subscribe links that were opened. */
                used_subscribe_links: number;
                /** @description Responses kept for retries. */
                idempotency_records: number;
                /** @description Sign-ins, codes and tokens. */
                oauth_records: number;
                /** @description Applications that the athlete has connected. */
                connections: number;
                /** @description Notes of an unfinished move to another region. */
                rehomes: number;
                /** @description Events about the athlete. */
                events: number;
            };
        };
        /** @description A training session or race, in the shape of the athlete's tier. */
        Activity: components["schemas"]["FullActivity"] | components["schemas"]["TeaserActivity"];
        FullActivity: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description The sport. */
            type: components["schemas"]["ActivityTypeName"];
            /** @description Duration. */
            duration_min: number;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level: number | null;
            /** @description True for a race. Athletes eat more in a race than in training. */
            is_race_event: boolean | null;
            /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
            weather: (components["schemas"]["WeatherOutput"] | components["schemas"]["HourlyWeatherOutput"]) | null;
            /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
            average_power_w: number | null;
            /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
            distance_km: number | null;
            /** @description Climb. Used only together with `distance_km`. */
            elevation_gain_m: number | null;
            /** @description Altitude of the session above sea level. */
            altitude_m: number | null;
            /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
            segments: {
                /** @description The sport. */
                type: components["schemas"]["SingleSportName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. */
                intensity_level?: number | null;
                /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                distance_km?: number | null;
            }[] | null;
            /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
            steps: (components["schemas"]["WorkoutStepOutput"] | components["schemas"]["WorkoutRepetitionOutput"])[] | null;
            /** @description The route. Its length and climb replace `distance_km` and `elevation_gain_m` if those are missing. Its points and stations shape the fuel plan. */
            course: components["schemas"]["CourseOutput"] | null;
            /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
            vessels: components["schemas"]["VesselOutput"][] | null;
            /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
            caffeine: components["schemas"]["CaffeineOfActivityOutput"] | null;
            /** @description The partner's own identifier, unique per athlete. */
            external_id: string | null;
            /** @description Title of the activity. */
            name: string | null;
            /**
             * Format: date-time
             * @description When the session starts; null if it has no date.
             */
            scheduled_at: string | null;
            /** @description Null if `prescription` is. */
            safety: components["schemas"]["Safety"] | null;
            /** @description True if a recalculation today would use different inputs. False before the first calculation. Null for a token without `prescriptions:read`. */
            prescription_stale: boolean | null;
            /** @description Null for a token without `activities:read` and `products:read`. */
            products: components["schemas"]["AttachedProduct"][] | null;
            /** @description Null if there is none, and for a token without `activities:read` and `profile:read`. */
            feedback: components["schemas"]["Feedback"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Null before the first calculation, and for a token without `prescriptions:read`. */
            prescription: components["schemas"]["Prescription"] | null;
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "full";
            /** @description Null for a token without `activities:read`, `products:read` and `prescriptions:read`. */
            coverage: components["schemas"]["Coverage"] | null;
        };
        /** @description Calculated for this athlete and identical in every tier. Always show it with the numbers. */
        Safety: {
            /** @description Planning limit, not a threshold of harm. If people like this athlete drank exactly this much for the whole event, thirsty or not, fewer than 1 in 20 would dilute their blood sodium to 130 mmol/L, where symptoms begin. In longer events this holds for any 12 hours without a single check of weight or urine. Up to 4 hours it is stricter: fewer than 1 in 40 below 135. Beyond 12 hours it no longer protects someone who sweats little and never checks. The weight rule of `VERY_LONG_EVENT` does. */
            max_safe_fluid_ml_per_hr: number;
            /** @description Planning limit for sodium. */
            max_safe_sodium_mg_per_hr: number;
            /** @description How often a full lab work-up would land within 30% of the three numbers, as a share from 0 to 1. */
            confidence_score: number;
            /**
             * @description Always true: guidance for people to consider, not a command.
             * @constant
             */
            not_instructions: true;
            /** @description Warnings, most severe first. Show each one. */
            warnings: components["schemas"]["Warning"][];
            /** @description Whether a professional should review the numbers before they are used. */
            requires_human_review: boolean;
        };
        Warning: {
            /** @description Stable; its meaning never changes. */
            code: components["schemas"]["WarningCode"];
            /** @description How serious it is. */
            severity: components["schemas"]["WarningSeverity"];
            /** @description Text for the athlete, with the athlete's own figures. Show it verbatim. */
            message: string;
            /**
             * @description `INPUT_NEEDED` only: the field to add. Omitted if it is the weight of an athlete who must not be asked for it.
             * @enum {string}
             */
            field?: "body_mass_kg" | "intensity_level" | "thermal_stress_level" | "fitness_level" | "sex" | "birth_year";
        };
        /**
         * @description Stable: the meaning of a code never changes. Later versions may add codes.
         * @enum {string}
         */
        WarningCode: "EAH_RISK_LONG_SLOW" | "INPUT_NEEDED" | "EAH_PLAN_EXCEEDS_SAFE" | "EAH_OVERDRINK_REPORTED" | "NSAID_RISK" | "HEAT_CAUTION" | "HEAT_BLACK_FLAG" | "HEAT_EXTREME" | "HEAT_UNACCLIMATISED" | "HEAT_HARD_EFFORT" | "COLD_LOW_FLUID" | "COLD_IMMERSION" | "DEHYDRATION_LARGE" | "SWEAT_EXCEEDS_GUT" | "HEAT_FLUID_LOSS" | "DRINK_TO_THIRST" | "SODIUM_UNMEASURED" | "CARB_ABOVE_TOLERANCE" | "CARB_HIGH_UNTRAINED" | "CARB_CONCENTRATED" | "GI_HISTORY" | "INTAKE_NOT_NEEDED" | "MOUTH_RINSE_OPTION" | "YOUTH" | "OLDER_ADULT" | "PREGNANCY" | "MEDICAL_SODIUM" | "MEDICAL_FLUID" | "DIABETES" | "EATING_DISORDER_REDS" | "VERY_LONG_EVENT" | "ALTITUDE" | "MASS_MISSING" | "DATA_OUT_OF_RANGE" | "CONFLICTING_INPUT";
        /**
         * @description How serious it is.
         * @enum {string}
         */
        WarningSeverity: "info" | "caution" | "danger";
        /** @description A planned product by name. `GET /v1/products/{product_id}` returns its facts. */
        AttachedProduct: {
            /** @description The product. */
            product_id: string;
            /** @description The same as `product_id`. */
            id: string;
            /** @description The maker of the product; null if the product was withdrawn from the catalogue. */
            brand: string;
            /** @description The name. */
            name: string;
            /** @description At most 18 columns. A wide character takes two. */
            short_name: string;
            /**
             * @description The form of the product.
             * @enum {string}
             */
            category: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
            /** @description How many servings. */
            servings: number;
        };
        Feedback: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description The activity. */
            activity_id: string;
            /**
             * @description How the gut felt.
             * @enum {string|null}
             */
            gi_comfort: "excellent" | "good" | "fair" | "poor" | null;
            /**
             * @description How well the energy lasted.
             * @enum {string|null}
             */
            energy_level: "surplus" | "adequate" | "low" | "bonked" | null;
            /**
             * @description How hydrated the athlete felt afterwards.
             * @enum {string|null}
             */
            hydration_feel: "over_hydrated" | "well_hydrated" | "slightly_dehydrated" | "dehydrated" | null;
            /** @description The athlete's own words. */
            notes: string | null;
            /** @description What was eaten and drunk over the whole session. */
            actual_intake: {
                /** @description Carbohydrate eaten and drunk. */
                carbs_grams: number | null;
                /** @description Fluid. */
                fluid_ml: number | null;
                /** @description Sodium. */
                sodium_mg: number | null;
            } | null;
            /** @description Body mass right before the session. */
            body_mass_before_kg: number | null;
            /** @description Body mass right after the session, dried off. */
            body_mass_after_kg: number | null;
            /** @description Urine passed between the two weigh-ins. */
            urine_ml: number | null;
            /** @description The quantities that changed, with the values before and after. Recomputed when the history changes. Null in teaser tier. */
            learned: {
                /**
                 * @description The quantity that is learned.
                 * @enum {string}
                 */
                parameter: "sweat_rate_multiplier" | "bike_sweat_rate_multiplier" | "swim_sweat_rate_multiplier" | "answer_bias_percent" | "run_carb_tolerance" | "bike_carb_tolerance" | "practised_run_carb" | "practised_bike_carb" | "carb_need_multiplier" | "sweat_sodium";
                /** @description The value without this evidence. */
                before: number;
                /** @description The value with this evidence. */
                after: number;
                /** @description The unit of the value; null if it has none. */
                unit: string;
                /** @description The reason, as text for the athlete or coach. */
                reason: string;
            }[] | null;
            /** @description Why no quantity changed. Empty if `learned` is not. Null in teaser tier. */
            not_learned: {
                /**
                 * @description The reason as a stable code.
                 * @enum {string}
                 */
                code: "weighing_not_usable" | "weighed_without_fluid" | "session_too_short_for_feeling" | "intake_not_noted" | "poor_gut_at_low_dose" | "ate_less_than_planned" | "nothing_learned";
                /** @description The reason as text for the athlete. */
                message: string;
            }[] | null;
            /** @description Other observations, and why a quantity did not change. Null in teaser tier. */
            remarks: string[] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description A recommendation for a person to consider, not an instruction. */
        Prescription: {
            /** @description Carbohydrate per hour. */
            carb_g_per_hr: number;
            /** @description Sodium per hour. */
            sodium_mg_per_hr: number;
            /** @description Fluid per hour. */
            fluid_ml_per_hr: number;
            /** @description Carbohydrate of the whole session. */
            total_carb_g: number;
            /** @description Sodium of the whole session. */
            total_sodium_mg: number;
            /** @description Fluid of the whole session. */
            total_fluid_ml: number;
            /**
             * Format: date-time
             * @description When it was calculated.
             */
            calculated_at: string;
        };
        /** @description Compares the attached products with the prescription. `CARB_CONCENTRATED` warns of drinks above 80 g of carbohydrate per litre. It also warns of more than 160 g in total per litre of fluid, unless the prescription itself has as much. */
        Coverage: {
            /** @description Carbohydrate. */
            carb_g: {
                /** @description Total over the products with a known amount. */
                planned: number;
                /** @description The prescribed amount, or null without a prescription. */
                prescribed: number | null;
                /** @description Planned as a share of prescribed; null without a prescription. */
                percent: number | null;
                /** @description Products with an unknown amount. */
                unknown_product_ids: string[];
            };
            /** @description Sodium. */
            sodium_mg: {
                /** @description Total over the products with a known amount. */
                planned: number;
                /** @description The prescribed amount, or null without a prescription. */
                prescribed: number | null;
                /** @description Planned as a share of prescribed; null without a prescription. */
                percent: number | null;
                /** @description Products with an unknown amount. */
                unknown_product_ids: string[];
            };
            /** @description Fluid. */
            fluid_ml: {
                /** @description Total over the products with a known amount. */
                planned: number;
                /** @description The prescribed amount, or null without a prescription. */
                prescribed: number | null;
                /** @description Planned as a share of prescribed; null without a prescription. */
                percent: number | null;
                /** @description Products with an unknown amount. */
                unknown_product_ids: string[];
            };
            /** @description Caffeine. */
            caffeine_mg: {
                /** @description Total over the products with a known amount. */
                planned: number;
                /** @description The prescribed amount, or null without a prescription. */
                prescribed: number | null;
                /** @description Planned as a share of prescribed; null without a prescription. */
                percent: number | null;
                /** @description Products with an unknown amount. */
                unknown_product_ids: string[];
            };
            /** @description Warnings, most severe first. Show each one. */
            warnings: components["schemas"]["CoverageWarning"][];
        };
        /** @description A warning about the products, not about the prescription. */
        CoverageWarning: {
            /** @description Stable; its meaning never changes. */
            code: components["schemas"]["CoverageWarningCode"];
            /** @description How serious it is. */
            severity: components["schemas"]["WarningSeverity"];
            /** @description Text for the athlete, with the athlete's own figures. Show it verbatim. */
            message: string;
        };
        /**
         * @description Stable; its meaning never changes. Later versions may add codes.
         * @enum {string}
         */
        CoverageWarningCode: "EAH_PLAN_EXCEEDS_SAFE" | "SODIUM_PLAN_EXCEEDS_SAFE" | "CAFFEINE_YOUTH" | "CAFFEINE_DOSE" | "CARB_HIGH_UNTRAINED" | "CARB_ABOVE_TOLERANCE" | "CARB_SINGLE_SOURCE" | "CARB_SOURCE_UNKNOWN" | "CARB_CONCENTRATED" | "DIET_NOT_MET" | "DIET_UNKNOWN";
        TeaserActivity: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description The sport. */
            type: components["schemas"]["ActivityTypeName"];
            /** @description Duration. */
            duration_min: number;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level: number | null;
            /** @description True for a race. Athletes eat more in a race than in training. */
            is_race_event: boolean | null;
            /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
            weather: (components["schemas"]["WeatherOutput"] | components["schemas"]["HourlyWeatherOutput"]) | null;
            /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
            average_power_w: number | null;
            /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
            distance_km: number | null;
            /** @description Climb. Used only together with `distance_km`. */
            elevation_gain_m: number | null;
            /** @description Altitude of the session above sea level. */
            altitude_m: number | null;
            /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
            segments: {
                /** @description The sport. */
                type: components["schemas"]["SingleSportName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. */
                intensity_level?: number | null;
                /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                distance_km?: number | null;
            }[] | null;
            /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
            steps: (components["schemas"]["WorkoutStepOutput"] | components["schemas"]["WorkoutRepetitionOutput"])[] | null;
            /** @description The route. Its length and climb replace `distance_km` and `elevation_gain_m` if those are missing. Its points and stations shape the fuel plan. */
            course: components["schemas"]["CourseOutput"] | null;
            /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
            vessels: components["schemas"]["VesselOutput"][] | null;
            /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
            caffeine: components["schemas"]["CaffeineOfActivityOutput"] | null;
            /** @description The partner's own identifier, unique per athlete. */
            external_id: string | null;
            /** @description Title of the activity. */
            name: string | null;
            /**
             * Format: date-time
             * @description When the session starts; null if it has no date.
             */
            scheduled_at: string | null;
            /** @description Null if `prescription` is. */
            safety: components["schemas"]["Safety"] | null;
            /** @description True if a recalculation today would use different inputs. False before the first calculation. Null for a token without `prescriptions:read`. */
            prescription_stale: boolean | null;
            /** @description Null for a token without `activities:read` and `products:read`. */
            products: components["schemas"]["AttachedProduct"][] | null;
            /** @description Null if there is none, and for a token without `activities:read` and `profile:read`. */
            feedback: components["schemas"]["Feedback"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Null before the first calculation, and for a token without `prescriptions:read`. */
            prescription: components["schemas"]["TeaserPrescription"] | null;
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "teaser";
            /** @description Teaser tier only: show it near the data. */
            attribution: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Link where the athlete can subscribe.
             */
            subscribe_url: string;
            /** @description Full tier only. */
            coverage: null;
        };
        /** @description Ranges that contain the numbers. The upper end never exceeds the personal ceiling. */
        TeaserPrescription: {
            /** @description The range that contains the carbohydrate per hour. */
            carb_g_per_hr_range: components["schemas"]["Range"];
            /** @description The range that contains the sodium per hour. */
            sodium_mg_per_hr_range: components["schemas"]["Range"];
            /** @description The range that contains the fluid per hour. */
            fluid_ml_per_hr_range: components["schemas"]["Range"];
            /**
             * Format: date-time
             * @description When it was calculated.
             */
            calculated_at: string;
        };
        Range: {
            /** @description The lower end. */
            min: number;
            /** @description The upper end. */
            max: number;
        };
        /** @description Attribution. Show it near the data. */
        Attribution: {
            /** @description The text to show. */
            text: string;
            /**
             * Format: uri
             * @description Link target.
             */
            url: string;
        };
        /** @description An activity as seen by a token with `activities:write` but without `activities:read`. */
        WrittenActivity: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description Null, because the token lacks the required scope. */
            type: null;
            /** @description Null, because the token lacks the required scope. */
            duration_min: null;
            /** @description Null, because the token lacks the required scope. */
            intensity_level: null;
            /** @description Null, because the token lacks the required scope. */
            thermal_stress_level: null;
            /** @description Null, because the token lacks the required scope. */
            is_race_event: null;
            /** @description Null, because the token lacks the required scope. */
            weather: null;
            /** @description Null, because the token lacks the required scope. */
            average_power_w: null;
            /** @description Null, because the token lacks the required scope. */
            distance_km: null;
            /** @description Null, because the token lacks the required scope. */
            elevation_gain_m: null;
            /** @description Null, because the token lacks the required scope. */
            altitude_m: null;
            /** @description Null, because the token lacks the required scope. */
            segments: null;
            /** @description Null, because the token lacks the required scope. */
            steps: null;
            /** @description Null, because the token lacks the required scope. */
            course: null;
            /** @description Null, because the token lacks the required scope. */
            vessels: null;
            /** @description Null, because the token lacks the required scope. */
            caffeine: null;
            /** @description Null, because the token lacks the required scope. */
            external_id: null;
            /** @description Null, because the token lacks the required scope. */
            name: null;
            /** @description Null, because the token lacks the required scope. */
            scheduled_at: null;
            /** @description Null if `prescription` is. */
            safety: components["schemas"]["Safety"] | null;
            /** @description True if a recalculation today would use different inputs. False before the first calculation. Null for a token without `prescriptions:read`. */
            prescription_stale: boolean | null;
            /** @description Null for a token without `activities:read` and `products:read`. */
            products: components["schemas"]["AttachedProduct"][] | null;
            /** @description Null if there is none, and for a token without `activities:read` and `profile:read`. */
            feedback: components["schemas"]["Feedback"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description The numbers, or their ranges in teaser tier. */
            prescription: (components["schemas"]["Prescription"] | components["schemas"]["TeaserPrescription"]) | null;
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
            /** @description The products compared with the prescription. */
            coverage: components["schemas"]["Coverage"] | null;
        };
        /**
         * @description The athlete's tier.
         * @enum {string}
         */
        Tier: "teaser" | "full";
        ActivityList: {
            /** @description The items of this page. */
            data: components["schemas"]["Activity"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        ActivitiesOfAthletes: {
            /** @description The items of this page. */
            data: components["schemas"]["Activity"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description On the first page, the identifiers that match none of your athletes. Null on later pages. */
            not_found: string[] | null;
        };
        ActivityTypeList: {
            /** @description All types. */
            data: components["schemas"]["ActivityType"][];
            /**
             * @description Whether another page follows.
             * @constant
             */
            has_more: false;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: null;
        };
        ActivityType: {
            /** @description The sport. */
            type: components["schemas"]["ActivityTypeName"];
            /** @description A human-readable name. */
            label: string;
            /** @description Whether it has legs of several sports. */
            is_multi_sport: boolean;
            /** @description Its names at Strava. */
            strava: string[];
            /** @description Its names in Garmin FIT files. */
            garmin_fit: string[];
            /** @description Its names at TrainingPeaks. */
            training_peaks: string[];
            /** @description Its names at Polar. */
            polar: string[];
        };
        ActivityResults: {
            /** @description One result per item, in order. */
            results: ({
                /**
                 * @description `unchanged`: every field in the request already has this value.
                 * @enum {string}
                 */
                status: "created" | "updated" | "unchanged";
                /** @description The activity. */
                activity: components["schemas"]["Activity"];
            } | components["schemas"]["Error"])[];
        };
        DeletionResults: {
            /** @description One result per item, in order. */
            results: ({
                /**
                 * @description `absent`: the activity did not exist.
                 * @enum {string}
                 */
                status: "deleted" | "absent";
            } | components["schemas"]["Error"])[];
        };
        BareTeaserPrescription: {
            /** @description The range that contains the carbohydrate per hour. */
            carb_g_per_hr_range: components["schemas"]["Range"];
            /** @description The range that contains the sodium per hour. */
            sodium_mg_per_hr_range: components["schemas"]["Range"];
            /** @description The range that contains the fluid per hour. */
            fluid_ml_per_hr_range: components["schemas"]["Range"];
            /**
             * Format: date-time
             * @description When it was calculated.
             */
            calculated_at: string;
            /**
             * @description `full` shows the numbers, `teaser` their ranges.
             * @constant
             */
            tier: "teaser";
            /**
             * Format: uri
             * @description Where the athlete subscribes.
             */
            subscribe_url: string;
        };
        /** @description The view of a token with `prescriptions:create` but without `prescriptions:read`. */
        WrittenPrescription: {
            /** @description Null, because the token lacks the required scope. */
            carb_g_per_hr: null;
            /** @description Null, because the token lacks the required scope. */
            sodium_mg_per_hr: null;
            /** @description Null, because the token lacks the required scope. */
            fluid_ml_per_hr: null;
            /** @description Null, because the token lacks the required scope. */
            total_carb_g: null;
            /** @description Null, because the token lacks the required scope. */
            total_sodium_mg: null;
            /** @description Null, because the token lacks the required scope. */
            total_fluid_ml: null;
            /**
             * Format: date-time
             * @description When it was calculated.
             */
            calculated_at: string;
        };
        /** @description The same view in teaser tier. */
        WrittenTeaserPrescription: {
            /** @description Null, because the token lacks the required scope. */
            carb_g_per_hr_range: null;
            /** @description Null, because the token lacks the required scope. */
            sodium_mg_per_hr_range: null;
            /** @description Null, because the token lacks the required scope. */
            fluid_ml_per_hr_range: null;
            /**
             * Format: date-time
             * @description When it was calculated.
             */
            calculated_at: string;
            /**
             * @description `full` shows the numbers, `teaser` their ranges.
             * @constant
             */
            tier: "teaser";
            /**
             * Format: uri
             * @description Where the athlete subscribes.
             */
            subscribe_url: string;
        };
        /** @description A prescription with its safety data, in the shape of the athlete's tier. */
        PrescriptionEnvelope: components["schemas"]["FullPrescriptionEnvelope"] | components["schemas"]["TeaserPrescriptionEnvelope"];
        FullPrescriptionEnvelope: {
            /** @description The numbers, or their ranges in teaser tier. */
            prescription: components["schemas"]["Prescription"];
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "full";
            /** @description The safety data. Show it with the numbers. */
            safety: components["schemas"]["Safety"];
            /** @description The version of the engine that calculated it. */
            engine_version: string;
            /** @description Whether a recalculation today would use different inputs. */
            stale: boolean;
            /** @description Missing fields, most helpful first. */
            missing_fields: string[];
            /** @description The range in which a full lab work-up would put each number in four of five cases, capped at the ceiling in `safety`. The explanation has the uncapped end. Null in teaser tier. */
            ranges: {
                /** @description Carbohydrate per hour. */
                carb_g_per_hr: components["schemas"]["Range"];
                /** @description Sodium per hour. */
                sodium_mg_per_hr: components["schemas"]["Range"];
                /** @description Fluid per hour. */
                fluid_ml_per_hr: components["schemas"]["Range"];
            } | null;
            /** @description The expected state at the end of the session if the plan is followed exactly, regardless of thirst. Null in teaser tier. */
            projection: {
                /** @description Null for athletes whose weight must not be shown. */
                body_mass_change_percent: components["schemas"]["Estimate"] | null;
                /** @description Plasma sodium at the end. */
                plasma_sodium_mmol_per_l: components["schemas"]["Estimate"];
                /** @description The same, assuming that thirst corrects the plan after the fourth hour. Show these ranges first. */
                by_thirst: {
                    /** @description Null for athletes whose weight must not be shown. */
                    body_mass_change_percent: components["schemas"]["Estimate"] | null;
                    /** @description Plasma sodium at the end. */
                    plasma_sodium_mmol_per_l: components["schemas"]["Estimate"];
                };
            } | null;
            /** @description One way to reach the numbers: a drink with at most 80 g of carbohydrate per litre, and the rest as gels or food with plain water. The values per litre are null if nothing is drunk. Null in teaser tier, and if `explanation_unavailable` gives a reason. */
            intake: {
                /** @description Carbohydrate per litre of the drink. */
                drink_carb_g_per_l: number | null;
                /** @description Sodium per litre of the drink. */
                drink_sodium_mg_per_l: number | null;
                /** @description Carbohydrate per hour from gels and food. */
                food_carb_g_per_hr: number;
            } | null;
            /** @description Missing fields that would narrow the ranges, most helpful first, each with the share by which it would narrow each range. Null in teaser tier, and if `explanation_unavailable` gives a reason. */
            drivers: {
                /** @description The name of the field in the profile or the activity. */
                field: string;
                /** @description The share by which knowing the field would narrow each range. */
                narrows_by: components["schemas"]["Rates"];
            }[] | null;
            /**
             * @description Why `explanation`, `drivers` and `intake` of a stored prescription are null: it was calculated by another version of the engine, or it is more than 90 days old and its inputs have changed since. Recalculate to get them back. Null if they are present, and in teaser tier.
             * @enum {string|null}
             */
            explanation_unavailable: "engine_changed" | "aged" | null;
            /** @description The numbers of each leg of a multi-sport activity. Null for a single sport and in teaser tier. */
            legs: {
                /** @description The sport. */
                type: string;
                /** @description Duration. */
                duration_min: number;
                /** @description Carbohydrate per hour. */
                carb_g_per_hr: number;
                /** @description Sodium per hour. */
                sodium_mg_per_hr: number;
                /** @description Fluid per hour. */
                fluid_ml_per_hr: number;
            }[] | null;
            /** @description Null if caffeine is not wanted. */
            caffeine: components["schemas"]["Caffeine"] | null;
            /** @description With `include=explanation`. Null if `explanation_unavailable` gives a reason. */
            explanation?: components["schemas"]["Explanation"] | null;
            /** @description Present with `include=trajectory`. Null if `explanation_unavailable` gives a reason, and in a fuel plan while the prescription is stale. Recalculate first. */
            trajectory?: {
                /** @description Minutes between points: 5 in sessions up to 2 h, 30 beyond 12 h, otherwise 15. Leg boundaries and plan rows add points. */
                step_min: number;
                /** @description The scenarios, 1–50. */
                scenarios: components["schemas"]["TrajectoryScenario"][];
            } | null;
        };
        /** @description A value with its 80% range: the true value lies inside in four of five cases. */
        Estimate: {
            /** @description The value. */
            value: number;
            /** @description The lower end of the range. */
            low: number;
            /** @description The upper end of the range. */
            high: number;
        };
        Rates: {
            /** @description Carbohydrate per hour. */
            carb_g_per_hr: number;
            /** @description Sodium per hour. */
            sodium_mg_per_hr: number;
            /** @description Fluid per hour. */
            fluid_ml_per_hr: number;
        };
        /** @description A caffeine plan for an athlete who wants one. Caffeine is never required. */
        Caffeine: {
            /** @description Caffeine of all doses; 0 if nothing is planned. */
            total_mg: number;
            /** @description What to take and when. Empty if nothing is planned. */
            doses: {
                /** @description Minutes from the start. */
                at_min: number;
                /** @description Caffeine of this dose. */
                mg: number;
            }[];
            /** @description Maximum for this session, on top of what was already taken today. Caps products and plans even if caffeine is not wanted. */
            max_safe_mg: number;
            /**
             * @description Why no caffeine is planned. Null if doses are planned.
             * @enum {string|null}
             */
            reason: "under_18" | "age_unknown" | "pregnant" | "heart_or_kidney" | "blood_pressure" | "avoid" | "too_short" | "easy_training" | "too_close_to_sleep" | "day_used_up" | null;
            /** @description Warnings, most severe first. Show each one. */
            warnings: components["schemas"]["CaffeineWarning"][];
        };
        CaffeineWarning: {
            /** @description Stable; its meaning never changes. */
            code: components["schemas"]["CaffeineWarningCode"];
            /** @description How serious it is. */
            severity: components["schemas"]["WarningSeverity"];
            /** @description Text for the athlete, with the athlete's own figures. Show it verbatim. */
            message: string;
        };
        /**
         * @description Stable. Either doses are optional, or the reason why none are planned.
         * @enum {string}
         */
        CaffeineWarningCode: "CAFFEINE_OPTIONAL" | "CAFFEINE_NOT_PLANNED";
        /** @description The steps that led to each number, with value, unit and source. */
        Explanation: {
            /** @description The steps behind the sweat rate. */
            sweat_rate: components["schemas"]["QuantityExplanation"];
            /** @description The steps behind the carbohydrate per hour. */
            carbohydrate: components["schemas"]["QuantityExplanation"];
            /** @description How carbohydrate and fluid were balanced. */
            balance: components["schemas"]["QuantityExplanation"];
            /** @description The steps behind the fluid per hour. */
            fluid: components["schemas"]["QuantityExplanation"];
            /** @description The steps behind the sodium per hour. */
            sodium: components["schemas"]["QuantityExplanation"];
            /** @description The steps behind the fluid ceiling. */
            max_safe_fluid: components["schemas"]["QuantityExplanation"];
            /** @description The steps behind the sodium ceiling. */
            max_safe_sodium: components["schemas"]["QuantityExplanation"];
            /** @description The steps behind the confidence score. */
            confidence: components["schemas"]["QuantityExplanation"];
            /** @description The steps of each leg of a multi-sport activity; null for a single sport. */
            legs: {
                /** @description The sport. */
                type: string;
                /** @description Duration. */
                duration_min: number;
                /** @description The numbers of the leg per hour. */
                rates: components["schemas"]["Rates"];
                /** @description The fluid ceiling per hour of this leg. */
                max_safe_fluid_ml_per_hr: number;
                /** @description The steps behind the sweat rate. */
                sweat_rate: components["schemas"]["QuantityExplanation"];
                /** @description The steps behind the carbohydrate per hour. */
                carbohydrate: components["schemas"]["QuantityExplanation"];
                /** @description The steps behind the fluid per hour. */
                fluid: components["schemas"]["QuantityExplanation"];
                /** @description The steps behind the sodium per hour. */
                sodium: components["schemas"]["QuantityExplanation"];
                /** @description Written advice for this session, based on the numbers. */
                advice: string[];
            }[] | null;
            /** @description Written advice for this session, based on the numbers. */
            advice: string[];
        };
        QuantityExplanation: {
            /** @description The steps, in order. */
            steps: components["schemas"]["ExplanationStep"][];
            /** @description The cap that set the value. */
            bound_by: string | null;
        };
        ExplanationStep: {
            /** @description The quantity that the step calculates. */
            term: string;
            /** @description The value. */
            value: number | string | boolean | null;
            /** @description The unit of the value; null if it has none. */
            unit: string | null;
            /** @description A written remark, or null. */
            note: string;
            /** @description A citation, or `engineering choice`. */
            source: string;
        };
        TrajectoryScenario: {
            /**
             * @description `planned`: the plan, followed exactly. `thirst`: the plan, corrected by thirst after the fourth hour. `ceiling`: plain water at the ceiling, with the planned food. `nothing`: no food or drink.
             * @enum {string}
             */
            name: "planned" | "thirst" | "ceiling" | "nothing";
            /** @description In order of time; every scenario has the same times. */
            points: components["schemas"]["TrajectoryPoint"][];
            /** @description `planned` and `thirst` only. */
            low?: components["schemas"]["TrajectoryBound"][];
            /** @description `planned` and `thirst` only. */
            high?: components["schemas"]["TrajectoryBound"][];
            /** @description `ceiling` only: the same for someone in the lowest tenth for sweat rate whose kidneys retain water. */
            low_sweat?: components["schemas"]["TrajectoryBound"][];
        };
        TrajectoryPoint: {
            /** @description Minutes from the start. */
            at_min: number;
            /** @description Drunk since the start. */
            fluid_ml: number;
            /** @description Taken since the start. */
            sodium_mg: number;
            /** @description Taken since the start. */
            carb_g: number;
            /** @description Change since the start; null for athletes whose weight must not be shown. */
            body_mass_change_percent: number | null;
            /** @description Blood sodium. */
            plasma_sodium_mmol_per_l: number;
            /** @description Carbohydrate taken that the gut cannot have absorbed yet. */
            carb_in_gut_g: number;
        };
        /** @description One end of the 80% range. */
        TrajectoryBound: {
            /** @description Minutes from the start. */
            at_min: number;
            /** @description Change since the start; null for athletes whose weight must not be shown. */
            body_mass_change_percent: number | null;
            /** @description Blood sodium. */
            plasma_sodium_mmol_per_l: number;
        };
        TeaserPrescriptionEnvelope: {
            /** @description The numbers, or their ranges in teaser tier. */
            prescription: components["schemas"]["TeaserPrescription"];
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "teaser";
            /** @description Teaser tier only: show it near the data. */
            attribution: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Link where the athlete can subscribe.
             */
            subscribe_url: string;
            /** @description The safety data. Show it with the numbers. */
            safety: components["schemas"]["Safety"];
            /** @description The version of the engine that calculated it. */
            engine_version: string;
            /** @description Whether a recalculation today would use different inputs. */
            stale: boolean;
            /** @description Missing fields, most helpful first. */
            missing_fields: string[];
            /** @description Full tier only. */
            ranges: null;
            /** @description Full tier only. */
            projection: null;
            /** @description Full tier only. */
            intake: null;
            /** @description Full tier only. */
            drivers: null;
            /** @description Full tier only. */
            explanation_unavailable: null;
            /** @description Full tier only. */
            legs: null;
            /** @description Null if caffeine is not wanted. */
            caffeine: components["schemas"]["TeaserCaffeine"] | null;
            /** @description Full tier only. */
            trajectory?: null;
        };
        /** @description Caffeine without its doses. */
        TeaserCaffeine: {
            /** @description Null in the teaser tier. */
            total_mg: null;
            /** @description Null in the teaser tier. */
            doses: null;
            /** @description Maximum for this session, on top of what was already taken today. Caps products and plans even if caffeine is not wanted. */
            max_safe_mg: number;
            /**
             * @description Why no caffeine is planned. Null if doses are planned.
             * @enum {string|null}
             */
            reason: "under_18" | "age_unknown" | "pregnant" | "heart_or_kidney" | "blood_pressure" | "avoid" | "too_short" | "easy_training" | "too_close_to_sleep" | "day_used_up" | null;
            /** @description Warnings, most severe first. Show each one. */
            warnings: components["schemas"]["CaffeineWarning"][];
        };
        /** @description The envelope as seen by a token with `prescriptions:create` but without `prescriptions:read`. */
        WrittenEnvelope: {
            /** @description Null, because the token lacks the required scope. */
            prescription: null;
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
            /** @description Null, because the token lacks the required scope. */
            safety: null;
            /** @description The version of the engine that calculated it. */
            engine_version: string;
            /** @description Whether a recalculation today would use different inputs. */
            stale: boolean;
            /** @description Null, because the token lacks the required scope. */
            missing_fields: null;
            /** @description Null, because the token lacks the required scope. */
            ranges: null;
            /** @description Null, because the token lacks the required scope. */
            projection: null;
            /** @description Null, because the token lacks the required scope. */
            intake: null;
            /** @description Null, because the token lacks the required scope. */
            drivers: null;
            /** @description Null, because the token lacks the required scope. */
            explanation_unavailable: null;
            /** @description Null, because the token lacks the required scope. */
            legs: null;
            /** @description Null, because the token lacks the required scope. */
            caffeine: null;
        };
        BatchAnswer: {
            /** @description One result per item, in order. */
            results: (components["schemas"]["PrescriptionEnvelope"] | components["schemas"]["Error"])[];
        };
        GutTrainingAnswer: {
            /** @description Null in teaser tier. */
            gut_training: components["schemas"]["GutTraining"] | null;
            /** @description True if a professional should review this before the athlete follows it. */
            requires_human_review: boolean;
            /** @description Why nothing is planned, as text for the athlete. */
            message: string | null;
            /** @description How to practise and when to stop. Show all of them. Empty if nothing is planned. */
            rules: string[];
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
        };
        /** @description How to build up to race carbohydrate, week by week. */
        GutTraining: {
            /** @description The rate this athlete has practised, or else probably tolerates. */
            start_g_per_hr: number;
            /** @description The rate to build up to. */
            goal_g_per_hr: number;
            /** @description The rate in the last week. The start if nothing is planned. */
            reaches_g_per_hr: number;
            /** @description Weeks needed to reach the goal. */
            weeks_needed: number;
            /** @description Empty if nothing is planned. */
            weeks: components["schemas"]["GutTrainingWeek"][];
            /**
             * @description Why nothing is planned.
             * @enum {string|null}
             */
            reason: "eating_disorder" | "pregnant" | "under_16" | "nothing_to_train" | "too_late" | null;
        };
        GutTrainingWeek: {
            /** @description Counted from 1. The last week ends on race day. */
            week: number;
            /** @description Carbohydrate per hour in each session. */
            target_g_per_hr: number;
            /** @description Sessions of this week, at race effort. */
            sessions: number;
            /** @description Length of each session. */
            minutes: number;
            /** @description True if the rate stays the same as the week before. */
            hold: boolean;
        };
        /** @description The envelope for a caller without a key: always the full numbers. */
        TriedPrescriptionEnvelope: {
            /** @description The numbers, or their ranges in teaser tier. */
            prescription: components["schemas"]["Prescription"];
            /**
             * @description `full` shows the numbers, `teaser` their ranges.
             * @constant
             */
            tier: "full";
            /** @description The safety data. Show it with the numbers. */
            safety: components["schemas"]["Safety"];
            /** @description The version of the engine that calculated it. */
            engine_version: string;
            /** @description Whether a recalculation today would use different inputs. */
            stale: boolean;
            /** @description Missing fields, most helpful first. */
            missing_fields: string[];
            /** @description The range in which a full lab work-up would put each number in four of five cases, capped at the ceiling in `safety`. The explanation has the uncapped end. Null in teaser tier. */
            ranges: {
                /** @description Carbohydrate per hour. */
                carb_g_per_hr: components["schemas"]["Range"];
                /** @description Sodium per hour. */
                sodium_mg_per_hr: components["schemas"]["Range"];
                /** @description Fluid per hour. */
                fluid_ml_per_hr: components["schemas"]["Range"];
            } | null;
            /** @description The expected state at the end of the session if the plan is followed exactly, regardless of thirst. Null in teaser tier. */
            projection: {
                /** @description Null for athletes whose weight must not be shown. */
                body_mass_change_percent: components["schemas"]["Estimate"] | null;
                /** @description Plasma sodium at the end. */
                plasma_sodium_mmol_per_l: components["schemas"]["Estimate"];
                /** @description The same, assuming that thirst corrects the plan after the fourth hour. Show these ranges first. */
                by_thirst: {
                    /** @description Null for athletes whose weight must not be shown. */
                    body_mass_change_percent: components["schemas"]["Estimate"] | null;
                    /** @description Plasma sodium at the end. */
                    plasma_sodium_mmol_per_l: components["schemas"]["Estimate"];
                };
            } | null;
            /** @description One way to reach the numbers: a drink with at most 80 g of carbohydrate per litre, and the rest as gels or food with plain water. The values per litre are null if nothing is drunk. Null in teaser tier, and if `explanation_unavailable` gives a reason. */
            intake: {
                /** @description Carbohydrate per litre of the drink. */
                drink_carb_g_per_l: number | null;
                /** @description Sodium per litre of the drink. */
                drink_sodium_mg_per_l: number | null;
                /** @description Carbohydrate per hour from gels and food. */
                food_carb_g_per_hr: number;
            } | null;
            /** @description Missing fields that would narrow the ranges, most helpful first, each with the share by which it would narrow each range. Null in teaser tier, and if `explanation_unavailable` gives a reason. */
            drivers: {
                /** @description The name of the field in the profile or the activity. */
                field: string;
                /** @description The share by which knowing the field would narrow each range. */
                narrows_by: components["schemas"]["Rates"];
            }[] | null;
            /**
             * @description Why `explanation`, `drivers` and `intake` of a stored prescription are null: it was calculated by another version of the engine, or it is more than 90 days old and its inputs have changed since. Recalculate to get them back. Null if they are present, and in teaser tier.
             * @enum {string|null}
             */
            explanation_unavailable: "engine_changed" | "aged" | null;
            /** @description The numbers of each leg of a multi-sport activity. Null for a single sport and in teaser tier. */
            legs: {
                /** @description The sport. */
                type: string;
                /** @description Duration. */
                duration_min: number;
                /** @description Carbohydrate per hour. */
                carb_g_per_hr: number;
                /** @description Sodium per hour. */
                sodium_mg_per_hr: number;
                /** @description Fluid per hour. */
                fluid_ml_per_hr: number;
            }[] | null;
            /** @description Null if caffeine is not wanted. */
            caffeine: components["schemas"]["Caffeine"] | null;
            /** @description With `include=explanation`. Null if `explanation_unavailable` gives a reason. */
            explanation?: components["schemas"]["Explanation"] | null;
            /** @description The course of weight, blood sodium and gut over time. */
            trajectory: {
                /** @description Minutes between points: 5 in sessions up to 2 h, 30 beyond 12 h, otherwise 15. Leg boundaries and plan rows add points. */
                step_min: number;
                /** @description The scenarios, 1–50. */
                scenarios: components["schemas"]["TrajectoryScenario"][];
            };
            /** @description Show it near the numbers. */
            attribution: components["schemas"]["Attribution"];
        };
        /** @description Feedback with the athlete's tier. */
        FeedbackAnswer: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description The activity. */
            activity_id: string;
            /**
             * @description How the gut felt.
             * @enum {string|null}
             */
            gi_comfort: "excellent" | "good" | "fair" | "poor" | null;
            /**
             * @description How well the energy lasted.
             * @enum {string|null}
             */
            energy_level: "surplus" | "adequate" | "low" | "bonked" | null;
            /**
             * @description How hydrated the athlete felt afterwards.
             * @enum {string|null}
             */
            hydration_feel: "over_hydrated" | "well_hydrated" | "slightly_dehydrated" | "dehydrated" | null;
            /** @description The athlete's own words. */
            notes: string | null;
            /** @description What was eaten and drunk over the whole session. */
            actual_intake: {
                /** @description Carbohydrate eaten and drunk. */
                carbs_grams: number | null;
                /** @description Fluid. */
                fluid_ml: number | null;
                /** @description Sodium. */
                sodium_mg: number | null;
            } | null;
            /** @description Body mass right before the session. */
            body_mass_before_kg: number | null;
            /** @description Body mass right after the session, dried off. */
            body_mass_after_kg: number | null;
            /** @description Urine passed between the two weigh-ins. */
            urine_ml: number | null;
            /** @description The quantities that changed, with the values before and after. Recomputed when the history changes. Null in teaser tier. */
            learned: {
                /**
                 * @description The quantity that is learned.
                 * @enum {string}
                 */
                parameter: "sweat_rate_multiplier" | "bike_sweat_rate_multiplier" | "swim_sweat_rate_multiplier" | "answer_bias_percent" | "run_carb_tolerance" | "bike_carb_tolerance" | "practised_run_carb" | "practised_bike_carb" | "carb_need_multiplier" | "sweat_sodium";
                /** @description The value without this evidence. */
                before: number;
                /** @description The value with this evidence. */
                after: number;
                /** @description The unit of the value; null if it has none. */
                unit: string;
                /** @description The reason, as text for the athlete or coach. */
                reason: string;
            }[] | null;
            /** @description Why no quantity changed. Empty if `learned` is not. Null in teaser tier. */
            not_learned: {
                /**
                 * @description The reason as a stable code.
                 * @enum {string}
                 */
                code: "weighing_not_usable" | "weighed_without_fluid" | "session_too_short_for_feeling" | "intake_not_noted" | "poor_gut_at_low_dose" | "ate_less_than_planned" | "nothing_learned";
                /** @description The reason as text for the athlete. */
                message: string;
            }[] | null;
            /** @description Other observations, and why a quantity did not change. Null in teaser tier. */
            remarks: string[] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
        };
        SweatTest: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /**
             * @description The sport.
             * @enum {string}
             */
            type: "run" | "trail_run" | "treadmill_run" | "bike" | "indoor_bike" | "swim" | "open_water_swim" | "row" | "ski" | "hike" | "walk" | "lift" | "other";
            /** @description Duration. */
            duration_min: number;
            /** @description Towelled dry, with as little clothing as possible. */
            body_mass_before_kg: number;
            /** @description Body mass right after the session, dried off. */
            body_mass_after_kg: number;
            /** @description Drunk between the two weigh-ins. */
            fluid_ml: number;
            /** @description Food eaten between the two weigh-ins. */
            food_g: number | null;
            /** @description Urine passed between the two weigh-ins. */
            urine_ml: number | null;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level: number | null;
            /** @description Sets the thermal stress level if none is provided. */
            weather: components["schemas"]["WeatherOutput"] | null;
            /** @description Sodium in the sweat, measured; null if it was not. */
            sweat_sodium_mg_per_l: number | null;
            /**
             * Format: date-time
             * @description When the test was done.
             */
            tested_at: string;
            /** @description (Weight lost + drunk + eaten − urine) per hour, corrected for breath and burnt fuel beyond two hours. */
            sweat_rate_ml_per_hr: number;
            /** @description From the scale's error and day-to-day variation. */
            standard_error_ml_per_hr: number;
            /** @description False if the test is too short or its rate implausible. It then teaches nothing. */
            usable: boolean;
            /** @description The quantities that changed, with the values before and after. Recomputed when the history changes. Null in teaser tier. */
            learned: {
                /**
                 * @description The quantity that is learned.
                 * @enum {string}
                 */
                parameter: "sweat_rate_multiplier" | "bike_sweat_rate_multiplier" | "swim_sweat_rate_multiplier" | "answer_bias_percent" | "run_carb_tolerance" | "bike_carb_tolerance" | "practised_run_carb" | "practised_bike_carb" | "carb_need_multiplier" | "sweat_sodium";
                /** @description The value without this evidence. */
                before: number;
                /** @description The value with this evidence. */
                after: number;
                /** @description The unit of the value; null if it has none. */
                unit: string;
                /** @description The reason, as text for the athlete or coach. */
                reason: string;
            }[] | null;
            /** @description Why no quantity changed. Empty if `learned` is not. Null in teaser tier. */
            not_learned: {
                /**
                 * @description The reason as a stable code.
                 * @enum {string}
                 */
                code: "weighing_not_usable" | "weighed_without_fluid" | "session_too_short_for_feeling" | "intake_not_noted" | "poor_gut_at_low_dose" | "ate_less_than_planned" | "nothing_learned";
                /** @description The reason as text for the athlete. */
                message: string;
            }[] | null;
            /** @description Other observations, and why a quantity did not change. Null in teaser tier. */
            remarks: string[] | null;
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description A sweat test as seen by a token with `profile:write` but without `profile:read`. */
        WrittenSweatTest: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description Null, because the token lacks the required scope. */
            type: null;
            /** @description Null, because the token lacks the required scope. */
            duration_min: null;
            /** @description Null, because the token lacks the required scope. */
            body_mass_before_kg: null;
            /** @description Null, because the token lacks the required scope. */
            body_mass_after_kg: null;
            /** @description Null, because the token lacks the required scope. */
            fluid_ml: null;
            /** @description Null, because the token lacks the required scope. */
            food_g: null;
            /** @description Null, because the token lacks the required scope. */
            urine_ml: null;
            /** @description Null, because the token lacks the required scope. */
            intensity_level: null;
            /** @description Null, because the token lacks the required scope. */
            thermal_stress_level: null;
            /** @description Null, because the token lacks the required scope. */
            weather: null;
            /** @description Null, because the token lacks the required scope. */
            sweat_sodium_mg_per_l: null;
            /** @description Null, because the token lacks the required scope. */
            tested_at: null;
            /** @description Null, because the token lacks the required scope. */
            sweat_rate_ml_per_hr: null;
            /** @description Null, because the token lacks the required scope. */
            standard_error_ml_per_hr: null;
            /** @description Null, because the token lacks the required scope. */
            usable: null;
            /** @description Null, because the token lacks the required scope. */
            learned: null;
            /** @description Null, because the token lacks the required scope. */
            not_learned: null;
            /** @description Null, because the token lacks the required scope. */
            remarks: null;
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        SweatTestList: {
            /** @description The items of this page. */
            data: components["schemas"]["SweatTest"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        Learned: {
            /** @description Empty in teaser tier. */
            data: {
                /**
                 * @description The quantity that is learned.
                 * @enum {string}
                 */
                parameter: "sweat_rate_multiplier" | "bike_sweat_rate_multiplier" | "swim_sweat_rate_multiplier" | "answer_bias_percent" | "run_carb_tolerance" | "bike_carb_tolerance" | "practised_run_carb" | "practised_bike_carb" | "carb_need_multiplier" | "sweat_sodium";
                /** @description The estimate. */
                mean: number;
                /** @description Null for a practised dose, which is recorded, not estimated. */
                standard_deviation: number | null;
                /** @description The unit of the value; null if it has none. */
                unit: string;
                /** @description Sessions or tests behind the estimate. 0 means it comes from the profile or the average. */
                observations: number;
                /**
                 * Format: date-time
                 * @description Time of the session with the latest evidence.
                 */
                updated_at: string | null;
            }[];
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
        };
        AttachedProducts: {
            /** @description Null for a token without `activities:read` and `products:read`. */
            data: components["schemas"]["AttachedProduct"][] | null;
            /** @description Null in teaser tier, and for a token without `activities:read`, `products:read` and `prescriptions:read`. */
            coverage: components["schemas"]["Coverage"] | null;
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
        };
        FuelPlan: {
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "full";
            /** @description The safety data. Show it with the numbers. */
            safety: components["schemas"]["Safety"];
            /** @description A sentence to show with the plan, in the language of the answer. Every format of the plan includes it. */
            disclaimer: string;
            /** @description We don’t know allergens. Show this sentence with the plan. */
            allergens: string;
            /** @description Duration. */
            duration_min: number;
            /** @description Whether a recalculation today would use different inputs. */
            prescription_stale: boolean;
            /** @description Products of the catalogue. Unbranded foods are only in `rows` and `shopping_list`. To attach the products, post the `product_id` and `servings` of each to `…/products`. */
            products: {
                /** @description The product. */
                product_id: string;
                /** @description The maker of the product; null if the product was withdrawn from the catalogue. */
                brand: string;
                /** @description The name. */
                name: string;
                /** @description At most 18 columns, in which a wide character takes two. */
                short_name: string;
                /**
                 * @description The form of the product.
                 * @enum {string}
                 */
                category: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
                /** @description How many servings. */
                servings: number;
            }[];
            /** @description One leg for a single sport. */
            legs: components["schemas"]["PlanLeg"][];
            /** @description The athlete’s actions in order: the plan to show to people. */
            rows: components["schemas"]["PlanRow"][];
            /** @description Amounts over time, for charts and alarms: what is taken from each mark to the next. Show `rows` to people. */
            timeline: {
                /** @description Minutes after the start. */
                at_min: number;
                /** @description What to take at this minute. */
                items: {
                    /** @description Null for an unbranded food. */
                    product_id: string | null;
                    /** @description Null for a product of the catalogue. */
                    generic: components["schemas"]["GenericFoodId"] | null;
                    /** @description For an unbranded food, in the language of the answer. */
                    name: string;
                    /** @description At most 18 columns, in which a wide character takes two. */
                    short_name: string;
                    /** @description Up to four decimals, for sips of a drink. */
                    servings: number;
                    /** @description Sipped until the next mark. A cup at a station is drunk right away. */
                    fluid_ml: number;
                }[];
                /** @description Carbohydrate. */
                carb_g: number;
                /** @description Sodium. */
                sodium_mg: number;
                /** @description Fluid. */
                fluid_ml: number;
                /** @description Caffeine. */
                caffeine_mg: number;
                /** @description Everything taken up to this minute. */
                cumulative: {
                    /** @description Carbohydrate. */
                    carb_g: number;
                    /** @description Sodium. */
                    sodium_mg: number;
                    /** @description Fluid. */
                    fluid_ml: number;
                    /** @description Caffeine. */
                    caffeine_mg: number;
                };
            }[];
            /** @description The sums of the whole plan. */
            totals: {
                /** @description Carbohydrate. */
                carb_g: number;
                /** @description Sodium. */
                sodium_mg: number;
                /** @description Fluid. */
                fluid_ml: number;
                /** @description Caffeine. */
                caffeine_mg: number;
            };
            /** @description The products compared with the prescription. */
            coverage: components["schemas"]["Coverage"];
            /** @description Start, aid stations and end, in course order. */
            stations: components["schemas"]["PlanStation"][];
            /** @description Fillings of the bottles of the activity, else of the athlete’s usual ones. */
            bottles: components["schemas"]["PlanBottle"][];
            /** @description Everything to buy or bring, each product once. Water and what stations hand out are not in it. */
            shopping_list: components["schemas"]["ShoppingItem"][];
            /** @description Parts of the plan that do not fit. */
            notes: components["schemas"]["PlanNote"][];
            /** @description Rules that a suggestion could not keep. Empty for a plan of the attached products. */
            compromises: components["schemas"]["PlanCompromise"][];
            /** @description Null for a plan of the attached products. */
            suggestion: {
                /** @description The goal of the suggestion. */
                optimises: string;
                /** @description Whether every quantity is close enough to the prescription. */
                within_target: boolean;
                /** @description How far the suggestion is from the prescription. */
                distance: {
                    /** @description Carbohydrate. */
                    carb_g: {
                        /** @description The prescribed value. */
                        target: number;
                        /** @description The planned amount. */
                        planned: number;
                        /** @description Difference from the target, in percent. Null without a target. */
                        percent_off: number | null;
                    };
                    /** @description Sodium. */
                    sodium_mg: {
                        /** @description The prescribed value. */
                        target: number;
                        /** @description The planned amount. */
                        planned: number;
                        /** @description Difference from the target, in percent. Null without a target. */
                        percent_off: number | null;
                    };
                    /** @description Fluid. */
                    fluid_ml: {
                        /** @description The prescribed value. */
                        target: number;
                        /** @description The planned amount. */
                        planned: number;
                        /** @description Difference from the target, in percent. Null without a target. */
                        percent_off: number | null;
                    };
                };
                /** @description Reasons for missed targets. */
                notes: string[];
            } | null;
            /** @description Present with `include=trajectory`. Null if `explanation_unavailable` gives a reason, and in a fuel plan while the prescription is stale. Recalculate first. */
            trajectory?: {
                /** @description Minutes between points: 5 in sessions up to 2 h, 30 beyond 12 h, otherwise 15. Leg boundaries and plan rows add points. */
                step_min: number;
                /** @description The scenarios, 1–50. */
                scenarios: components["schemas"]["TrajectoryScenario"][];
            } | null;
        };
        /** @description A part of the session in one sport. Each bottle belongs to one leg. */
        PlanLeg: {
            /**
             * @description The sport.
             * @enum {string}
             */
            type: "run" | "trail_run" | "treadmill_run" | "bike" | "indoor_bike" | "swim" | "open_water_swim" | "row" | "ski" | "hike" | "walk" | "lift" | "other";
            /** @description Minutes from the start. */
            start_min: number;
            /** @description Minutes from the start. */
            end_min: number;
        };
        /** @description An action of the athlete. Drinks are sipped continuously, so they appear only as bottles. */
        PlanRow: {
            /**
             * @description `eat`: something to eat. `finish_bottle`: a bottle is empty. `station`: a stop to take or fill something.
             * @enum {string}
             */
            kind: "eat" | "finish_bottle" | "station";
            /** @description Minutes from the start. */
            at_min: number;
            /** @description Distance along the course; null without a course. */
            km: number | null;
            /** @description Index of the leg in `legs`. */
            leg: number;
            /** @description Food to eat and, at a station, drinks in cups of 150 ml. Empty for a bottle. */
            items: components["schemas"]["PlanRowItem"][];
            /** @description Plain water to drink with it, from the bottles; 0 if none is at hand. */
            water_ml: number;
            /** @description Numbers of the bottles that are now empty, or are filled here. */
            bottles: number[];
            /** @description Index of the stop in `stations`. */
            station: number | null;
            /** @description Caffeine of the row. */
            caffeine_mg: number;
        };
        PlanRowItem: {
            /** @description Null for an unbranded food. */
            product_id: string | null;
            /** @description Null for a product of the catalogue. */
            generic: components["schemas"]["GenericFoodId"] | null;
            /** @description For an unbranded food, in the language of the answer. */
            name: string;
            /** @description At most 18 columns, in which a wide character takes two. */
            short_name: string;
            /** @description Up to four decimals, for sips of a drink. */
            servings: number;
            /** @description Its contribution to fluid; 0 for food. */
            fluid_ml: number;
        };
        /**
         * @description An unbranded food. `GET /v1/generic-foods` returns its figures.
         * @enum {string}
         */
        GenericFoodId: "water" | "sports_drink" | "cola" | "broth" | "gel" | "chews" | "bar" | "fruit" | "banana" | "orange" | "watermelon" | "dates" | "raisins" | "gummy_bears" | "fig_bar" | "rice_cake" | "salted_potato" | "pretzels" | "jam_sandwich" | "cheese_roll" | "sports_drink_powder" | "electrolyte_tablet" | "salt_capsule" | "salt";
        PlanStation: {
            /** @description Null at the end if the length is unknown, and at a transition without a course. */
            km: number | null;
            /** @description Minutes from the start, allowing for the climbs of the course. */
            at_min: number;
            /** @description As the course names it. */
            name: string | null;
            /**
             * @description Start, transition (T1, T2), aid station or end. If an event begins with a swim, its start is empty: nothing is carried or taken before T1.
             * @enum {string}
             */
            kind: "start" | "transition" | "aid" | "end";
            /** @description Everything the athlete carries when leaving. */
            leave_with: components["schemas"]["PlanItem"][];
            /** @description Picked up here, from the station or a drop bag. */
            take: components["schemas"]["PlanItem"][];
        };
        PlanItem: {
            /** @description Null for an unbranded food. */
            product_id: string | null;
            /** @description Null for a product of the catalogue. */
            generic: components["schemas"]["GenericFoodId"] | null;
            /** @description Servings of the product or food; for water, portions of 250 ml. */
            servings: number;
            /** @description Volume of a drink; 0 for food and for powder to mix later. */
            fluid_ml: number;
        };
        PlanBottle: {
            /** @description Number of the filling, from 1, as used in `rows`. */
            number: number;
            /** @description Index in `legs` of the leg in which it is drunk. */
            leg: number;
            /** @description Number of the carried bottle, from 1. Null if the athlete named none, so typical bottles are assumed. */
            vessel: number | null;
            /**
             * @description Bottle, flask or bladder.
             * @enum {string}
             */
            kind: "bottle" | "flask" | "bladder";
            /** @description Capacity of the bottle. */
            volume_ml: number;
            /** @description Volume filled into it. */
            fill_ml: number;
            /** @description The main product; null for plain water or an unbranded food. */
            product_id: string | null;
            /** @description Servings of that product; for water, portions of 250 ml. */
            servings: number;
            /** @description The recipe, except for water; empty for plain water. */
            ingredients: components["schemas"]["PlanIngredient"][];
            /** @description Carbohydrate in the filling. */
            carb_g: number;
            /** @description Sodium in the filling. */
            sodium_mg: number;
            /** @description Carbohydrate concentration of the drink. */
            carb_g_per_l: number;
            /** @description Minute at which it is started. */
            from_min: number;
            /** @description Minute at which it is empty. */
            to_min: number;
            /** @description Where the bottle is refilled; null if it is not. */
            refill_at_km: number | null;
        };
        PlanIngredient: {
            /** @description Null for an unbranded food. */
            product_id: string | null;
            /** @description Null for a product of the catalogue. */
            generic: components["schemas"]["GenericFoodId"] | null;
            /** @description Servings of the product or food. */
            servings: number;
            /**
             * @description Unit of `amount`. A pinch is 0.5 g of table salt; a serving is the one on the label.
             * @enum {string}
             */
            unit: "scoop" | "sachet" | "tablet" | "g" | "ml" | "pinch" | "serving";
            /** @description Amount in the bottle. */
            amount: number;
        };
        ShoppingItem: {
            /** @description Null for an unbranded food. */
            product_id: string | null;
            /** @description Null for a product of the catalogue. */
            generic: components["schemas"]["GenericFoodId"] | null;
            /** @description Servings of the product or food. */
            servings: number;
            /** @description Whole packs; null if a pack has many servings. */
            packs: number | null;
        };
        PlanNote: {
            /** @description Stable; its meaning never changes. */
            code: string;
            /** @description A sentence for the athlete. */
            message: string;
        };
        PlanCompromise: {
            /** @description Stable; its meaning never changes. */
            code: components["schemas"]["CompromiseCode"];
            /** @description The figures in the message. */
            parameters: {
                [key: string]: number;
            };
            /** @description A sentence for the athlete. */
            message: string;
        };
        /**
         * @description Stable; its meaning never changes. Later versions may add codes.
         * @enum {string}
         */
        CompromiseCode: "carbohydrate_missed" | "sodium_missed" | "drink_share" | "rhythm" | "same_food" | "nothing_solid" | "nothing_savoury" | "single_source" | "cannot_carry" | "table_salt" | "owned_products_short";
        TeaserFuelPlan: {
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "teaser";
            /** @description Teaser tier only: show it near the data. */
            attribution: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Link where the athlete can subscribe.
             */
            subscribe_url: string;
            /** @description The safety data. Show it with the numbers. */
            safety: components["schemas"]["Safety"];
            /** @description A sentence to show with the plan, in the language of the answer. Every format of the plan includes it. */
            disclaimer: string;
            /** @description Categories of the planned products. */
            categories: ("gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food")[];
            /** @description Full tier only. */
            stations: null;
            /** @description Full tier only. */
            bottles: null;
            /** @description Full tier only. */
            shopping_list: null;
            /** @description Full tier only. */
            rows: null;
            /** @description Full tier only. */
            compromises: null;
            /** @description Full tier only. */
            trajectory?: null;
        };
        /** @description A page of products, in the shape of the athlete's tier. */
        ProductPage: components["schemas"]["FullProductPage"] | components["schemas"]["TeaserProductPage"];
        FullProductPage: {
            /** @description The items of this page. */
            data: components["schemas"]["Product"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "full";
        };
        /** @description Per labelled serving. Null means unknown, never 0. */
        Product: {
            /** @description The identifier. */
            id: string;
            /** @description The maker of the product; null if the product was withdrawn from the catalogue. */
            brand: string;
            /** @description The name. */
            name: string;
            /** @description At most 18 columns. A wide character takes two. */
            short_name: string;
            /**
             * @description The form of the product.
             * @enum {string}
             */
            category: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
            /** @description A serving as labelled. */
            serving: {
                /** @description A human-readable name. */
                label: string;
                /** @description Mass of a serving. */
                mass_g: number | null;
                /** @description Volume of a serving. */
                volume_ml: number | null;
                /** @description Water to mix or dissolve one serving in. */
                mix_water_ml: number | null;
            };
            /** @description Energy per serving. */
            energy_kcal: number | null;
            /** @description Carbohydrate. */
            carb_g: number | null;
            /** @description Sugar per serving. */
            sugar_g: number | null;
            /** @description Sodium. */
            sodium_mg: number | null;
            /** @description Caffeine. */
            caffeine_mg: number | null;
            /** @description Protein per serving. */
            protein_g: number | null;
            /** @description Glucose to fructose, for example `1:0.8`. */
            glucose_fructose_ratio: string | null;
            /** @description Eats no animal products. */
            vegan: boolean | null;
            /** @description Eats no gluten. */
            gluten_free: boolean | null;
            /** @description Origin of the figures. None were checked against current packaging. */
            facts: {
                /**
                 * @description The source of the figures.
                 * @enum {string}
                 */
                basis: "label-seen" | "label-recalled" | "composition";
                /**
                 * @description How reliable the figure is.
                 * @enum {string}
                 */
                confidence: "high" | "medium";
                /** @description Figures that were recalled, not read from the source. */
                recalled_fields: string[];
                /** @description A written remark, or null. */
                note: string | null;
            };
        };
        TeaserProductPage: {
            /** @description The items of this page. */
            data: components["schemas"]["TeaserProduct"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "teaser";
            /** @description Teaser tier only: show it near the data. */
            attribution: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Link where the athlete can subscribe.
             */
            subscribe_url: string;
        };
        TeaserProduct: {
            /** @description The identifier. */
            id: string;
            /** @description The maker of the product; null if the product was withdrawn from the catalogue. */
            brand: string;
            /** @description The name. */
            name: string;
            /** @description At most 18 columns. A wide character takes two. */
            short_name: string;
            /**
             * @description The form of the product.
             * @enum {string}
             */
            category: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
        };
        /** @description All generic foods. */
        GenericFoodList: {
            /** @description The items of this page. */
            data: components["schemas"]["GenericFood"][];
            /**
             * @description Whether another page follows.
             * @constant
             */
            has_more: false;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: null;
        };
        GenericFood: {
            /**
             * @description As used in `offers` of a station and in `generic` of a plan.
             * @enum {string}
             */
            id: "water" | "sports_drink" | "cola" | "broth" | "gel" | "chews" | "bar" | "fruit" | "banana" | "orange" | "watermelon" | "dates" | "raisins" | "gummy_bears" | "fig_bar" | "rice_cake" | "salted_potato" | "pretzels" | "jam_sandwich" | "cheese_roll" | "sports_drink_powder" | "electrolyte_tablet" | "salt_capsule" | "salt";
            /**
             * @description The form of the product.
             * @enum {string}
             */
            category: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
            /** @description One serving as text. */
            serving: string;
            /** @description Per serving. */
            carb_g: number | null;
            /** @description Per serving. */
            sodium_mg: number | null;
            /** @description Volume per serving of a drink, or the water that a powder or tablet dissolves in. Otherwise 0. */
            fluid_ml: number;
            /** @description Per serving. */
            caffeine_mg: number | null;
            /** @description Null if it depends on the brand. */
            vegan: boolean | null;
            /** @description Null if it depends on the brand. */
            gluten_free: boolean | null;
            /** @description Source of the figures. */
            source: string | null;
        };
        CategoryList: {
            /** @description All categories. */
            data: {
                /**
                 * @description The form of the product.
                 * @enum {string}
                 */
                category: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
                /** @description A human-readable name. */
                label: string;
                /** @description How many products the category has. */
                product_count: number;
            }[];
            /**
             * @description Whether another page follows.
             * @constant
             */
            has_more: false;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: null;
            /** @description `full` shows the numbers, `teaser` their ranges. */
            tier: components["schemas"]["Tier"];
            /** @description Teaser tier only: show it near the data. */
            attribution?: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Teaser tier only.
             */
            subscribe_url?: string;
        };
        SingleProduct: {
            /** @description The identifier. */
            id: string;
            /** @description The maker of the product; null if the product was withdrawn from the catalogue. */
            brand: string;
            /** @description The name. */
            name: string;
            /** @description At most 18 columns. A wide character takes two. */
            short_name: string;
            /**
             * @description The form of the product.
             * @enum {string}
             */
            category: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
            /** @description A serving as labelled. */
            serving: {
                /** @description A human-readable name. */
                label: string;
                /** @description Mass of a serving. */
                mass_g: number | null;
                /** @description Volume of a serving. */
                volume_ml: number | null;
                /** @description Water to mix or dissolve one serving in. */
                mix_water_ml: number | null;
            };
            /** @description Energy per serving. */
            energy_kcal: number | null;
            /** @description Carbohydrate. */
            carb_g: number | null;
            /** @description Sugar per serving. */
            sugar_g: number | null;
            /** @description Sodium. */
            sodium_mg: number | null;
            /** @description Caffeine. */
            caffeine_mg: number | null;
            /** @description Protein per serving. */
            protein_g: number | null;
            /** @description Glucose to fructose, for example `1:0.8`. */
            glucose_fructose_ratio: string | null;
            /** @description Eats no animal products. */
            vegan: boolean | null;
            /** @description Eats no gluten. */
            gluten_free: boolean | null;
            /** @description Origin of the figures. None were checked against current packaging. */
            facts: {
                /**
                 * @description The source of the figures.
                 * @enum {string}
                 */
                basis: "label-seen" | "label-recalled" | "composition";
                /**
                 * @description How reliable the figure is.
                 * @enum {string}
                 */
                confidence: "high" | "medium";
                /** @description Figures that were recalled, not read from the source. */
                recalled_fields: string[];
                /** @description A written remark, or null. */
                note: string | null;
            };
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "full";
        };
        SingleTeaserProduct: {
            /** @description The identifier. */
            id: string;
            /** @description The maker of the product; null if the product was withdrawn from the catalogue. */
            brand: string;
            /** @description The name. */
            name: string;
            /** @description At most 18 columns. A wide character takes two. */
            short_name: string;
            /**
             * @description The form of the product.
             * @enum {string}
             */
            category: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
            /**
             * @description `full` shows the numbers, `teaser` their ranges. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            tier: "teaser";
            /** @description Teaser tier only: show it near the data. */
            attribution: components["schemas"]["Attribution"];
            /**
             * Format: uri
             * @description Link where the athlete can subscribe.
             */
            subscribe_url: string;
        };
        ProductAccessList: {
            /** @description The items of this page. */
            data: components["schemas"]["ProductAccess"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        ProductAccess: {
            /** @description The identifier. */
            id: string;
            /** @description The requesting partner. */
            partner_id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description The query. */
            query: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description The number of products in the response. */
            result_count: number;
        };
        AthleteExport: {
            /** @description Changes when a member changes meaning, not with additions. */
            export_version: number;
            /**
             * Format: date-time
             * @description When the export started.
             */
            generated_at: string;
            /** @description The athlete. */
            athlete: components["schemas"]["Athlete"];
            /** @description With full numbers in every tier. */
            activities: components["schemas"]["ExportedActivity"][];
            /** @description Oldest first. */
            sweat_tests: components["schemas"]["ExportedSweatTest"][];
            /** @description Current estimate of every quantity that can be learned. */
            learned: {
                /**
                 * @description The quantity that is learned.
                 * @enum {string}
                 */
                parameter: "sweat_rate_multiplier" | "bike_sweat_rate_multiplier" | "swim_sweat_rate_multiplier" | "answer_bias_percent" | "run_carb_tolerance" | "bike_carb_tolerance" | "practised_run_carb" | "practised_bike_carb" | "carb_need_multiplier" | "sweat_sodium";
                /** @description The estimate. */
                mean: number;
                /** @description Null for a practised dose, which is recorded, not estimated. */
                standard_deviation: number | null;
                /** @description The unit of the value; null if it has none. */
                unit: string;
                /** @description Sessions or tests behind the estimate. 0 means it comes from the profile or the average. */
                observations: number;
                /**
                 * Format: date-time
                 * @description Time of the session with the latest evidence.
                 */
                updated_at: string | null;
            }[];
            /** @description Newest first. */
            product_access_log: components["schemas"]["ProductAccess"][];
            /** @description Applications that the athlete connected, including revoked ones. */
            connections: components["schemas"]["Connection"][];
            /** @description Subscribe links that were opened. */
            used_subscribe_links: {
                /**
                 * Format: date-time
                 * @description When it ends; null if no end is set.
                 */
                expires_at: string;
                /**
                 * Format: date-time
                 * @description When it was used.
                 */
                used_at: string;
            }[];
            /** @description Responses that a retry with the same `Idempotency-Key` would replay within 24 hours. */
            kept_answers: {
                /** @description The resource in the response. */
                resource_id: string;
                /**
                 * Format: date-time
                 * @description When it ends; null if no end is set.
                 */
                expires_at: string;
                /** @description The response. */
                body: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Events of the athlete in the last 30 days, oldest first. */
            events: components["schemas"]["Event"][];
            /**
             * @description Always the last member. An export without it was cut off, so retry.
             * @constant
             */
            complete: true;
        };
        ExportedActivity: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description The sport. */
            type: components["schemas"]["ActivityTypeName"];
            /** @description Duration. */
            duration_min: number;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level: number | null;
            /** @description True for a race. Athletes eat more in a race than in training. */
            is_race_event: boolean | null;
            /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
            weather: (components["schemas"]["WeatherOutput"] | components["schemas"]["HourlyWeatherOutput"]) | null;
            /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
            average_power_w: number | null;
            /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
            distance_km: number | null;
            /** @description Climb. Used only together with `distance_km`. */
            elevation_gain_m: number | null;
            /** @description Altitude of the session above sea level. */
            altitude_m: number | null;
            /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
            segments: {
                /** @description The sport. */
                type: components["schemas"]["SingleSportName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. */
                intensity_level?: number | null;
                /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                distance_km?: number | null;
            }[] | null;
            /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
            steps: (components["schemas"]["WorkoutStepOutput"] | components["schemas"]["WorkoutRepetitionOutput"])[] | null;
            /** @description The route. Its length and climb replace `distance_km` and `elevation_gain_m` if those are missing. Its points and stations shape the fuel plan. */
            course: components["schemas"]["CourseOutput"] | null;
            /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
            vessels: components["schemas"]["VesselOutput"][] | null;
            /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
            caffeine: components["schemas"]["CaffeineOfActivityOutput"] | null;
            /** @description The partner's own identifier, unique per athlete. */
            external_id: string | null;
            /** @description Title of the activity. */
            name: string | null;
            /**
             * Format: date-time
             * @description When the session starts; null if it has no date.
             */
            scheduled_at: string | null;
            /** @description Null if `prescription` is. */
            safety: components["schemas"]["Safety"] | null;
            /** @description The products. */
            products: {
                /** @description The product. */
                product_id: string;
                /** @description The maker of the product; null if the product was withdrawn from the catalogue. */
                brand: string | null;
                /** @description The name. */
                name: string | null;
                /** @description How many servings. */
                servings: number;
                /**
                 * Format: date-time
                 * @description When the product was attached.
                 */
                attached_at: string;
            }[];
            /** @description Null if none was given. */
            feedback: components["schemas"]["Feedback"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description The numbers, or their ranges in teaser tier. */
            prescription: components["schemas"]["Prescription"] | null;
            /** @description The version of the engine that calculated it. */
            engine_version: string | null;
            /** @description Missing fields, most helpful first. */
            missing_fields: string[] | null;
            /** @description The range in which a full lab work-up would put each number in four of five cases, capped at the ceiling in `safety`. The explanation has the uncapped end. Null in teaser tier. */
            ranges: {
                /** @description Carbohydrate per hour. */
                carb_g_per_hr: components["schemas"]["Range"];
                /** @description Sodium per hour. */
                sodium_mg_per_hr: components["schemas"]["Range"];
                /** @description Fluid per hour. */
                fluid_ml_per_hr: components["schemas"]["Range"];
            } | null;
            /** @description The expected state at the end of the session if the plan is followed exactly, regardless of thirst. Null in teaser tier. */
            projection: {
                /** @description Null for athletes whose weight must not be shown. */
                body_mass_change_percent: components["schemas"]["Estimate"] | null;
                /** @description Plasma sodium at the end. */
                plasma_sodium_mmol_per_l: components["schemas"]["Estimate"];
                /** @description The same, assuming that thirst corrects the plan after the fourth hour. Show these ranges first. */
                by_thirst: {
                    /** @description Null for athletes whose weight must not be shown. */
                    body_mass_change_percent: components["schemas"]["Estimate"] | null;
                    /** @description Plasma sodium at the end. */
                    plasma_sodium_mmol_per_l: components["schemas"]["Estimate"];
                };
            } | null;
            /** @description One way to reach the numbers: a drink with at most 80 g of carbohydrate per litre, and the rest as gels or food with plain water. The values per litre are null if nothing is drunk. Null in teaser tier, and if `explanation_unavailable` gives a reason. */
            intake: {
                /** @description Carbohydrate per litre of the drink. */
                drink_carb_g_per_l: number | null;
                /** @description Sodium per litre of the drink. */
                drink_sodium_mg_per_l: number | null;
                /** @description Carbohydrate per hour from gels and food. */
                food_carb_g_per_hr: number;
            } | null;
            /** @description Missing fields that would narrow the ranges, most helpful first, each with the share by which it would narrow each range. Null in teaser tier, and if `explanation_unavailable` gives a reason. */
            drivers: {
                /** @description The name of the field in the profile or the activity. */
                field: string;
                /** @description The share by which knowing the field would narrow each range. */
                narrows_by: components["schemas"]["Rates"];
            }[] | null;
            /**
             * @description Why `explanation`, `drivers` and `intake` of a stored prescription are null: it was calculated by another version of the engine, or it is more than 90 days old and its inputs have changed since. Recalculate to get them back. Null if they are present, and in teaser tier.
             * @enum {string|null}
             */
            explanation_unavailable: "engine_changed" | "aged" | null;
            /** @description Prescription for each leg. Null for a single sport and for calculations made before legs were stored. */
            legs: {
                /** @description The sport. */
                type: string;
                /** @description Duration. */
                duration_min: number;
                /** @description Carbohydrate per hour. */
                carb_g_per_hr: number;
                /** @description Sodium per hour. */
                sodium_mg_per_hr: number;
                /** @description Fluid per hour. */
                fluid_ml_per_hr: number;
            }[] | null;
            /** @description Null if caffeine is not wanted. */
            planned_caffeine: components["schemas"]["Caffeine"] | null;
            /** @description Null before the first calculation. If `explanation_unavailable` is set, it gives the reason. */
            explanation: components["schemas"]["Explanation"] | null;
        };
        ExportedSweatTest: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /**
             * @description The sport.
             * @enum {string}
             */
            type: "run" | "trail_run" | "treadmill_run" | "bike" | "indoor_bike" | "swim" | "open_water_swim" | "row" | "ski" | "hike" | "walk" | "lift" | "other";
            /** @description Duration. */
            duration_min: number;
            /** @description Towelled dry, with as little clothing as possible. */
            body_mass_before_kg: number;
            /** @description Body mass right after the session, dried off. */
            body_mass_after_kg: number;
            /** @description Drunk between the two weigh-ins. */
            fluid_ml: number;
            /** @description Food eaten between the two weigh-ins. */
            food_g: number | null;
            /** @description Urine passed between the two weigh-ins. */
            urine_ml: number | null;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level: number | null;
            /** @description Sets the thermal stress level if none is provided. */
            weather: components["schemas"]["WeatherOutput"] | null;
            /** @description Sodium in the sweat, measured; null if it was not. */
            sweat_sodium_mg_per_l: number | null;
            /**
             * Format: date-time
             * @description When the test was done.
             */
            tested_at: string;
            /** @description (Weight lost + drunk + eaten − urine) per hour, corrected for breath and burnt fuel beyond two hours. */
            sweat_rate_ml_per_hr: number;
            /** @description From the scale's error and day-to-day variation. */
            standard_error_ml_per_hr: number;
            /** @description False if the test is too short or its rate implausible. It then teaches nothing. */
            usable: boolean;
            /** @description The quantities that changed, with the values before and after. Recomputed when the history changes. Null in teaser tier. */
            learned: {
                /**
                 * @description The quantity that is learned.
                 * @enum {string}
                 */
                parameter: "sweat_rate_multiplier" | "bike_sweat_rate_multiplier" | "swim_sweat_rate_multiplier" | "answer_bias_percent" | "run_carb_tolerance" | "bike_carb_tolerance" | "practised_run_carb" | "practised_bike_carb" | "carb_need_multiplier" | "sweat_sodium";
                /** @description The value without this evidence. */
                before: number;
                /** @description The value with this evidence. */
                after: number;
                /** @description The unit of the value; null if it has none. */
                unit: string;
                /** @description The reason, as text for the athlete or coach. */
                reason: string;
            }[] | null;
            /** @description Why no quantity changed. Empty if `learned` is not. Null in teaser tier. */
            not_learned: {
                /**
                 * @description The reason as a stable code.
                 * @enum {string}
                 */
                code: "weighing_not_usable" | "weighed_without_fluid" | "session_too_short_for_feeling" | "intake_not_noted" | "poor_gut_at_low_dose" | "ate_less_than_planned" | "nothing_learned";
                /** @description The reason as text for the athlete. */
                message: string;
            }[] | null;
            /** @description Other observations, and why a quantity did not change. Null in teaser tier. */
            remarks: string[] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        Connection: {
            /** @description The identifier. */
            id: string;
            /** @description The athlete. */
            athlete_id: string;
            /** @description The OAuth client. */
            client_id: string;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Scopes that the athlete allowed. */
            scopes: ("profile:read" | "profile:write" | "activities:read" | "activities:write" | "prescriptions:read" | "prescriptions:create" | "feedback:write" | "products:read")[];
            /**
             * @description The state.
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the latest consent took effect (its code was exchanged).
             */
            connected_at: string;
            /**
             * Format: date-time
             * @description When it was revoked; null if it was not.
             */
            revoked_at: string | null;
        };
        /** @description Something that happened. `type` determines the members of `data`. */
        Event: components["schemas"]["AthleteEvent"] | components["schemas"]["AthleteRehomedEvent"] | components["schemas"]["AthleteUpdatedEvent"] | components["schemas"]["ActivityEvent"] | components["schemas"]["ActivityUpdatedEvent"] | components["schemas"]["PrescriptionStaleEvent"] | components["schemas"]["KeyEvent"] | components["schemas"]["RecalculationEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["WebhookTestEvent"] | components["schemas"]["ServiceEvent"];
        AthleteEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "athlete.created" | "athlete.tier_changed" | "athlete.learned" | "athlete.connected" | "athlete.disconnected" | "athlete.connection_refused" | "athlete.erased";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The athlete. */
                athlete_id: string;
                /** @description The athlete's `external_id` at the time of the event. */
                external_id: string | null;
            };
        };
        AthleteRehomedEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "athlete.rehomed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The athlete's former identifier, which no longer exists. */
                athlete_id: string;
                /** @description The athlete's `external_id` at the time of the event. */
                external_id: string | null;
                /** @description The athlete's new identifier, in another region, with the same `external_id` and history. Connections must be renewed. */
                new_athlete_id: string;
            };
        };
        AthleteUpdatedEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "athlete.updated";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The athlete. */
                athlete_id: string;
                /** @description The athlete's `external_id` at the time of the event. */
                external_id: string | null;
                /** @description Names of the changed fields. Events do not include values, so read the resource. */
                changed: string[];
            };
        };
        ActivityEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "activity.created" | "activity.deleted" | "prescription.calculated" | "feedback.received" | "feedback.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The athlete. */
                athlete_id: string;
                /** @description The athlete's `external_id` at the time of the event. */
                external_id: string | null;
                /** @description The activity. */
                activity_id: string;
                /** @description The activity's `external_id` at the time of the event. */
                activity_external_id: string | null;
            };
        };
        ActivityUpdatedEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "activity.updated";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The athlete. */
                athlete_id: string;
                /** @description The athlete's `external_id` at the time of the event. */
                external_id: string | null;
                /** @description The activity. */
                activity_id: string;
                /** @description The activity's `external_id` at the time of the event. */
                activity_external_id: string | null;
                /** @description Names of the changed fields. Events do not include values, so read the resource. */
                changed: string[];
            };
        };
        PrescriptionStaleEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "prescription.stale";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The athlete. */
                athlete_id: string;
                /** @description The athlete's `external_id` at the time of the event. */
                external_id: string | null;
                /**
                 * @description Why the numbers may have changed: a profile change, new learning, or the tier.
                 * @enum {string}
                 */
                reason: "profile" | "learned" | "tier";
            };
        };
        KeyEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "key.created" | "key.rotated" | "key.revoked" | "key.rotation_due";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The API key. */
                key_id: string;
            };
        };
        RecalculationEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "recalculation.finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The recalculation. */
                recalculation_id: string;
            };
        };
        WebhookDisabledEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The webhook. */
                webhook_id: string;
                /** @description The webhook's `disabled_reason`. */
                reason: string;
            };
        };
        WebhookTestEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: {
                /** @description The webhook. */
                webhook_id: string;
            };
        };
        ServiceEvent: {
            /** @description Identifies the event. Repeated deliveries have the same `id`. */
            id: string;
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "engine.updated" | "sandbox.reset";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /**
             * @description Where it happened.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Identifiers and names of changed fields, by type. */
            data: Record<string, never>;
        };
        EventPage: {
            /** @description Oldest first within a store. Events of athletes in different stores have no common order. */
            data: components["schemas"]["Event"][];
            /** @description Whether more events may be available now. Such a page may be empty. */
            has_more: boolean;
            /** @description Cursor of the next page. Use it now if `has_more` is true, otherwise later. Never null, not even on the last page. */
            next_cursor: string;
        };
        Account: {
            /** @description Identifier of your account. */
            id: string;
            /** @description Your name, as the operator registered it. */
            name: string;
            /**
             * @description The environment of the calling key.
             * @enum {string}
             */
            environment: "test" | "live";
            /**
             * @description Requests of a terminated account fail with `partner_terminated`.
             * @enum {string}
             */
            status: "active" | "terminated" | "purged";
            /**
             * @description Tier of the athletes you create in this environment. Always `full` in the sandbox.
             * @enum {string}
             */
            default_tier: "teaser" | "full";
            /** @description Regions where you can store athletes. The first is your home region. */
            regions: ("wnam" | "enam" | "weur" | "eeur" | "apac" | "oc" | "eu")[];
            /** @description Your budgets in this environment. */
            limits: {
                /** @description Requests per minute for each key and each connection. */
                requests_per_min: number;
                /** @description Product requests per minute for each athlete. */
                product_requests_per_min: number;
                /** @description Distinct products per UTC day for each athlete. */
                product_records_per_day: number;
                /** @description Exports per UTC day for each athlete. */
                exports_per_day: number;
            };
            /** @description The key that made this request. */
            api_key: {
                /** @description Identifier of the calling key. */
                id: string;
                /** @description Name given at creation. */
                name: string;
                /**
                 * @description Region that counts its requests.
                 * @enum {string}
                 */
                region: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me" | "eu";
                /**
                 * Format: date-time
                 * @description Rotate the key by this time, 90 days after creation.
                 */
                rotate_by: string;
            };
        };
        UsageList: {
            /** @description Oldest first, without zero counts. */
            data: components["schemas"]["Usage"][];
        };
        Usage: {
            /**
             * Format: date-time
             * @description Start of the hour or day.
             */
            at: string;
            /** @description `operationId` in the OpenAPI document. */
            operation_id: string;
            /**
             * @description Class of the response status.
             * @enum {string}
             */
            status_class: "2xx" | "3xx" | "4xx" | "5xx";
            /** @description Number of requests. Approximate, so do not use it for billing. */
            requests: number;
        };
        /** @description A recalculation of stored prescriptions, with its progress. */
        Recalculation: {
            /** @description Identifies the recalculation. */
            id: string;
            /**
             * @description `queued` and `running` are followed by `done`, `cancelled`, or `failed` if the service gave up.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled";
            /** @description Activities found so far. Always the sum of the three counts. Grows while it runs. */
            matched: number;
            /** @description Activities whose prescription was calculated since the start. */
            calculated: number;
            /** @description Activities whose prescription was already current. Always 0 with `only: "all"`. */
            unchanged: number;
            /** @description Activities that changed twice during calculation or could not be calculated. */
            failed: number;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it started running. Null while `queued`.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended. Null until then.
             */
            finished_at: string | null;
        };
        ApiKeyWithSecret: {
            /** @description The identifier. */
            id: string;
            /** @description The name. */
            name: string;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /**
             * @description Region that counts its requests. Never changes.
             * @enum {string}
             */
            region: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me" | "eu";
            /**
             * @description The state.
             * @enum {string}
             */
            status: "active" | "rotated" | "revoked" | "expired";
            /** @description First characters of the secret, for recognizing the key. */
            prefix: string;
            /** @description The last four characters of the secret. */
            last4: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Rotate the key by this time, 90 days after creation.
             */
            rotate_by: string;
            /**
             * Format: date-time
             * @description When it ends; null if no end is set.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to the hour; null if never.
             */
            last_used_at: string | null;
            /** @description The key that replaces this one; null if it was not rotated. */
            rotated_to: string | null;
            /** @description The full key, shown only once. It cannot be retrieved later. */
            secret: string;
        };
        ApiKeyList: {
            /** @description The items of this page. */
            data: components["schemas"]["ApiKey"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        ApiKey: {
            /** @description The identifier. */
            id: string;
            /** @description The name. */
            name: string;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /**
             * @description Region that counts its requests. Never changes.
             * @enum {string}
             */
            region: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me" | "eu";
            /**
             * @description The state.
             * @enum {string}
             */
            status: "active" | "rotated" | "revoked" | "expired";
            /** @description First characters of the secret, for recognizing the key. */
            prefix: string;
            /** @description The last four characters of the secret. */
            last4: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Rotate the key by this time, 90 days after creation.
             */
            rotate_by: string;
            /**
             * Format: date-time
             * @description When it ends; null if no end is set.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to the hour; null if never.
             */
            last_used_at: string | null;
            /** @description The key that replaces this one; null if it was not rotated. */
            rotated_to: string | null;
        };
        OAuthClientWithSecret: {
            /** @description The OAuth client. */
            client_id: string;
            /** @description The name. */
            name: string;
            /** @description True for a client without a secret, which authenticates with PKCE alone. */
            public: boolean;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Addresses that an athlete may be redirected to. */
            redirect_uris: string[];
            /** @description Scopes that the client may request. */
            allowed_scopes: ("profile:read" | "profile:write" | "activities:read" | "activities:write" | "prescriptions:read" | "prescriptions:create" | "feedback:write" | "products:read")[];
            /**
             * @description The state.
             * @enum {string}
             */
            status: "active";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the secret was last replaced; null if never.
             */
            secret_rotated_at: string | null;
            /** @description Shown only once. It cannot be retrieved later. */
            client_secret: string;
        };
        OAuthClient: {
            /** @description The OAuth client. */
            client_id: string;
            /** @description The name. */
            name: string;
            /** @description True for a client without a secret, which authenticates with PKCE alone. */
            public: boolean;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Addresses that an athlete may be redirected to. */
            redirect_uris: string[];
            /** @description Scopes that the client may request. */
            allowed_scopes: ("profile:read" | "profile:write" | "activities:read" | "activities:write" | "prescriptions:read" | "prescriptions:create" | "feedback:write" | "products:read")[];
            /**
             * @description The state.
             * @enum {string}
             */
            status: "active";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the secret was last replaced; null if never.
             */
            secret_rotated_at: string | null;
        };
        OAuthClientList: {
            /** @description The items of this page. */
            data: components["schemas"]["OAuthClient"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        ConnectionList: {
            /** @description The items of this page. */
            data: components["schemas"]["Connection"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        WebhookWithSecret: {
            /** @description The identifier. */
            id: string;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Where events are sent. */
            url: string;
            /** @description Types and groups of events to send. */
            events: string[];
            /** @description Your note; null if there is none. */
            description: string | null;
            /**
             * @description The state.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * @description `gone`: the receiver answered 410. `failing`: no attempt succeeded for five days. `requested`: you disabled it.
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | "requested" | null;
            /**
             * Format: date-time
             * @description Until then, deliveries also carry a signature of the previous secret. Null if there is none.
             */
            secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Signing secret, shown only once. It cannot be retrieved later. */
            secret: string;
        };
        WebhookList: {
            /** @description The items of this page. */
            data: components["schemas"]["Webhook"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        Webhook: {
            /** @description The identifier. */
            id: string;
            /**
             * @description `test` is the sandbox, `live` production.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Where events are sent. */
            url: string;
            /** @description Types and groups of events to send. */
            events: string[];
            /** @description Your note; null if there is none. */
            description: string | null;
            /**
             * @description The state.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * @description `gone`: the receiver answered 410. `failing`: no attempt succeeded for five days. `requested`: you disabled it.
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | "requested" | null;
            /**
             * Format: date-time
             * @description Until then, deliveries also carry a signature of the previous secret. Null if there is none.
             */
            secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description An attempt to send an event. The response itself is not kept. */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it was sent.
             */
            at: string;
            /** @description HTTP status of the response. Any 2xx is a success. Null if there was no response within 15 seconds. */
            status_code: number | null;
            /** @description Response time in milliseconds. */
            duration_ms: number;
        };
        WebhookDeliveryList: {
            /** @description The items of this page. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether another page follows. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        WebhookDelivery: {
            /** @description The identifier. */
            id: string;
            /** @description The `webhook-id` of every attempt. */
            event_id: string;
            /** @description The type of the event. */
            type: string;
            /**
             * @description `failed`: all ten attempts failed, or the webhook was disabled in the meantime.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description The last 20 attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is due. After five failures in a row, when the next probe is due. Null unless pending.
             */
            next_attempt_at: string | null;
        };
        ActivityTypeInference: {
            /** @description The most likely type. */
            inferred_type: components["schemas"]["ActivityTypeName"];
            /** @description How often a type with this confidence is right, measured on titles written for that purpose. At most 0.2 if nothing names a sport, and at most 0.5 for words in a language that nothing else confirms. */
            confidence: number;
            /**
             * @description The intensity suggested by the text.
             * @enum {string}
             */
            intensity_hint: "recovery" | "easy" | "endurance" | "tempo" | "threshold" | "vo2max" | "sprint" | "race" | "unspecified";
            /** @description Average over the whole session, 1–9. */
            intensity_level: number | null;
            /** @description Whether it is a race. */
            is_race_event: boolean;
            /** @description The total stated in the title, or an estimate from its distance or named race. Null if the title states none, or if the recorded time contradicts it. */
            duration_min: number | null;
            /** @description Whether it has legs of several sports. */
            is_multi_sport: boolean;
            /** @description Other possible types, most likely first. */
            alternatives: {
                /** @description The sport. */
                type: components["schemas"]["ActivityTypeName"];
                /** @description How likely this type is. */
                confidence: number;
            }[];
            /** @description Each word or figure with its interpretation. Lines that begin with `recording:` come from the file. */
            evidence: string[];
        };
        BrickInference: {
            /** @description Whether it has legs of several sports. */
            is_multi_sport: boolean;
            /** @description The most likely type. */
            inferred_type: components["schemas"]["ActivityTypeName"];
            /** @description How certain the type is. */
            confidence: number;
            /** @description Legs in order. If each has a `duration_min`, then `type`, `duration_min` and `intensity_level` can be used as an activity's `segments`, and `total_duration_min` as its `duration_min`. A named triathlon distance gives the legs of its course. Empty if the text names neither. */
            segments: {
                /** @description The sport. */
                type: components["schemas"]["SingleSportName"];
                /** @description Duration. */
                duration_min: number | null;
                /** @description Distance. */
                distance_km: number | null;
                /** @description 1 very easy to 9 all out. */
                intensity_level: number | null;
            }[];
            /** @description The sum of the legs; null if a leg has no duration. */
            total_duration_min: number | null;
        };
        ParsedWorkout: {
            /**
             * @description Detected from the content, regardless of the media type.
             * @enum {string}
             */
            format: "fit" | "zwo" | "erg" | "mrc" | "intervals_icu";
            /** @description One line of at most 200 characters. Null if the file has none. */
            name: string | null;
            /** @description The sport in the file. `other` if missing or unknown. */
            type: components["schemas"]["ActivityTypeName"];
            /** @description The sum of the steps, rounded. */
            duration_min: number;
            /** @description At most 200, counting each repetition. */
            steps: (components["schemas"]["ParsedStep"] | components["schemas"]["ParsedRepeat"])[];
        };
        ParsedStep: {
            /** @description Three decimals. 30 seconds are 0.5. */
            duration_min: number;
            /** @description Intensity of the step, in one measure. */
            intensity: {
                /** @description Used if the file gives only a perceived effort, or nothing. */
                level: number;
            } | {
                /** @description Percent of functional threshold power. */
                percent_ftp: number;
            } | {
                /** @description Power. */
                power_w: number;
            } | {
                /** @description Percent of the heart rate at threshold. */
                percent_threshold_hr: number;
            } | {
                /** @description Percent of the speed at threshold. */
                percent_threshold_pace: number;
            };
            /** @description As in the file, cut at 100 characters. Omitted if there is none. */
            name?: string;
        };
        ParsedRepeat: {
            /** @description Number of repetitions. */
            repeat: number;
            /** @description The steps, in order. */
            steps: components["schemas"]["ParsedStep"][];
        };
        ParsedCourse: {
            /**
             * @description Detected from the content, regardless of the media type.
             * @enum {string}
             */
            format: "gpx" | "tcx" | "fit";
            /** @description One line of at most 200 characters. Null if the file has none. */
            name: string | null;
            /** @description Distance of the last point. */
            distance_km: number;
            /** @description Sum of rises of 3 m or more, with elevations averaged over 100 m. Without elevations, the figure stated in a FIT file, otherwise null. At most 30,000, the limit of an activity. */
            elevation_gain_m: number | null;
            /** @description In course order, including start and end. */
            points: components["schemas"]["ParsedCoursePoint"][];
            /** @description In course order. Empty if no waypoint is an aid station. */
            aid_stations: components["schemas"]["ParsedAidStation"][];
        };
        ParsedCoursePoint: {
            /** @description Distance from the start along the course. Never decreases. */
            km: number;
            /** @description Omitted if the file has none here. */
            elevation_m?: number;
            /** @description Degrees north. Omitted together with `lon`. */
            lat?: number;
            /** @description Degrees east. */
            lon?: number;
        };
        ParsedAidStation: {
            /** @description Where the course first passes it. */
            km: number;
            /** @description As in the file, cut at 100 characters. Omitted if there is none. */
            name?: string;
            /** @description From the text of the waypoint. Only `water` if it says no more than that it is an aid station. */
            offers: ("water" | "sports_drink" | "gel" | "bar" | "fruit" | "cola" | "broth" | "drop_bag")[];
        };
        Health: {
            /**
             * @description The state.
             * @constant
             */
            status: "ok";
        };
        Error: {
            /** @description The error. */
            error: components["schemas"]["ErrorDetails"];
        };
        VesselOutput: {
            /**
             * @description A bottle in a cage, a soft flask, or a bladder with a hose.
             * @enum {string}
             */
            kind: "bottle" | "flask" | "bladder";
            /** @description Volume of each. */
            volume_ml: number;
            /** @description How many of this kind and size. */
            count: number;
        };
        /** @description Preferences for suggested plans. Omitted members are kept. Products removed from the catalogue are skipped. */
        FuelPreferencesOutput: {
            /** @description Products to exclude from all plans. */
            avoids?: string[] | null;
            /** @description Formats that a plan may use. Null allows all. Salt does not count as a format. */
            formats?: ("drink" | "gel" | "chew" | "bar" | "real_food")[] | null;
            /** @description Products at home. A plan uses only these and says what is missing. Empty means nothing at home, so a plan uses only generic foods. Null means unknown. */
            owns?: string[] | null;
        };
        /** @description An athlete's caffeine preferences. */
        CaffeineHabitsOutput: {
            /** @description Caffeine is planned only if this is true. */
            wanted?: boolean | null;
            /** @description Usual intake. Below 50 mg, planned doses are halved. */
            usual_mg_per_day?: number | null;
            /** @description True for arrhythmia, anxiety, medication or by choice. No caffeine is planned, and the limit is 0. */
            avoid?: boolean | null;
        };
        WeatherOutput: {
            /** @description Air temperature, °C. */
            temperature_c: number;
            /** @description Relative humidity, %. */
            humidity_percent: number;
            /** @description True at night or in full shade. */
            shade?: boolean | null;
        };
        HourlyWeatherOutput: {
            /** @description Minutes from the start. Each entry applies until the next, the last until the end. */
            at_min: number;
            /** @description Air temperature, °C. */
            temperature_c: number;
            /** @description Relative humidity, %. */
            humidity_percent: number;
            /** @description True at night or in full shade. */
            shade?: boolean | null;
        }[];
        WorkoutStepOutput: {
            /** @description Minutes. Fractions are allowed. */
            duration_min: number;
            /** @description How hard the step is. */
            intensity: components["schemas"]["StepIntensityOutput"];
            /** @description Shown where a plan names the step. */
            name?: string | null;
        };
        /** @description Exactly one measure. */
        StepIntensityOutput: {
            /** @description 1 very easy to 9 all out. */
            level: number;
        } | {
            /** @description Percent of functional threshold power. */
            percent_ftp: number;
        } | {
            /** @description Mechanical power on a bike or rowing machine. */
            power_w: number;
        } | {
            /** @description Percent of threshold heart rate. */
            percent_threshold_hr: number;
        } | {
            /** @description Percent of threshold speed. */
            percent_threshold_pace: number;
        };
        WorkoutRepetitionOutput: {
            /** @description Number of repetitions. */
            repeat: number;
            /** @description The steps to repeat. They cannot contain repetitions. */
            steps: components["schemas"]["WorkoutStepOutput"][];
        };
        CourseOutput: {
            /** @description Name of the course, as in its file. */
            name?: string | null;
            /** @description Length. Also the distance of an activity without one. */
            distance_km: number;
            /** @description Climb. If missing, calculated from the elevations of the points. */
            elevation_gain_m?: number | null;
            /** @description Stations in course order. */
            aid_stations?: components["schemas"]["AidStationOutput"][] | null;
            /** @description Accepted so that the answer of `POST /v1/courses/parse` can be posted unchanged. Not stored. */
            format?: string | null;
            /** @description The track in course order. Shown for a single activity, null in lists. */
            points?: components["schemas"]["CoursePointOutput"][] | null;
        };
        AidStationOutput: {
            /** @description Kilometres from the start. */
            km: number;
            /** @description Shown in the plan. */
            name?: string | null;
            /** @description Food and drink available here: generic foods (`GET /v1/generic-foods`) or catalogue products by `product_id`. `drop_bag` is the athlete's own bag left there. */
            offers: components["schemas"]["StationOffer"][];
        };
        CoursePointOutput: {
            /** @description Kilometres from the start. */
            km: number;
            /** @description Metres above sea level. */
            elevation_m?: number | null;
            /** @description Degrees north, WGS 84; together with `lon`. */
            lat?: number | null;
            /** @description Degrees east, WGS 84; together with `lat`. */
            lon?: number | null;
        };
        /** @description Caffeine settings for one activity. */
        CaffeineOfActivityOutput: {
            /** @description Caffeine is planned only if this is true. */
            wanted?: boolean | null;
            /** @description Usual intake. Below 50 mg, planned doses are halved. */
            usual_mg_per_day?: number | null;
            /** @description True for arrhythmia, anxiety, medication or by choice. No caffeine is planned, and the limit is 0. */
            avoid?: boolean | null;
            /** @description Already taken that day before the start. Counts against the limit. */
            taken_today_mg?: number | null;
            /** @description How long before the start it was taken. If missing, just before. */
            taken_min_before_start?: number | null;
            /** @description When the athlete wants to sleep, in minutes from the start. */
            sleep_at_min?: number | null;
        };
        /** @description An athlete to create or change. An absent field stays unchanged. `null` clears it. */
        AthleteItem: {
            /** @description Identifies the athlete, existing or new. */
            external_id: string;
            /** @description The name. */
            name?: string | null;
            /**
             * Format: email
             * @description The athlete's email address. Send only an address you have verified, because its owner can sign in with it and connect to this record. If they say that the record is not theirs, nothing is connected and you get the event `athlete.connection_refused`.
             */
            email?: string | null;
            /** @description Language of the texts for this athlete as a BCP 47 tag, such as `de` or `pt-BR`. */
            locale?: string | null;
            /** @description Bottles, flasks and bladders the athlete usually carries. An activity can list different ones. */
            vessels?: components["schemas"]["Vessel"][] | null;
            /** @description Preferences for suggested plans: products to avoid, products at home, and preferred formats. */
            fuel_preferences?: components["schemas"]["FuelPreferences"] | null;
            /**
             * @description Determines body water and average weight.
             * @enum {string|null}
             */
            sex?: "female" | "male" | "unspecified" | null;
            /** @description At least 5 years before the current year. */
            birth_year?: number | null;
            /** @description Body mass. */
            body_mass_kg?: number | null;
            /** @description Height. */
            height_cm?: number | null;
            /** @description 1 untrained to 9 world class. */
            fitness_level?: number | null;
            /** @description Maximal oxygen uptake. */
            vo2max_ml_per_kg_min?: number | null;
            /** @description Functional threshold power on the bike. */
            ftp_w?: number | null;
            /** @description How much the athlete sweats compared with others; 5 is average. */
            sweat_level?: number | null;
            /** @description How salty the sweat is compared with others; 5 is average. */
            saltiness_level?: number | null;
            /** @description Measured. */
            sweat_rate_ml_per_hr?: number | null;
            /** @description Measured. */
            sweat_sodium_mg_per_l?: number | null;
            /** @description The highest intake practised in training. */
            carb_tolerance_g_per_hr?: number | null;
            /** @description Usual carbohydrate intake in long sessions. */
            usual_carb_g_per_hr?: number | null;
            /** @description Trained in heat on most days of the last two weeks. */
            heat_acclimatized?: boolean | null;
            /** @description True if the athlete had gastrointestinal problems in past races. */
            gi_history?: boolean | null;
            /** @description Conditions that change limits and warnings. */
            health?: {
                /** @description Is pregnant. */
                pregnant?: boolean | null;
                /** @description Has high blood pressure. */
                hypertension?: boolean | null;
                /** @description Has kidney disease. */
                kidney_disease?: boolean | null;
                /** @description Has heart failure. */
                heart_failure?: boolean | null;
                /** @description Takes diuretics. */
                diuretics?: boolean | null;
                /** @description Takes insulin or other medicine for diabetes. */
                diabetes_treated?: boolean | null;
                /** @description Takes anti-inflammatory painkillers (NSAIDs) around races. */
                nsaid_on_race_day?: boolean | null;
                /** @description Has or had low energy availability or an eating disorder. */
                reds_or_eating_disorder?: boolean | null;
                /** @description Blood sodium has been too low before (hyponatraemia). */
                low_sodium_before?: boolean | null;
                /** @description Takes a drug that makes the body hold water, for example desmopressin, an SSRI, carbamazepine, or a thiazide. */
                water_retaining_drug?: boolean | null;
                /** @description Has had heat illness before. */
                heat_illness_history?: boolean | null;
            } | null;
            /** @description The athlete's caffeine preferences. */
            caffeine?: components["schemas"]["CaffeineHabits"] | null;
            /** @description What the athlete does not eat. Determines which products are suggested. */
            diet?: {
                /** @description Eats no animal products. */
                vegan?: boolean | null;
                /** @description Eats no gluten. */
                gluten_free?: boolean | null;
                /** @description Wants no caffeine. */
                caffeine_free?: boolean | null;
            } | null;
            /**
             * @description Test keys only.
             * @enum {string}
             */
            tier?: "teaser" | "full";
            /**
             * @description The region that stores the athlete. Must be one of yours. Defaults to your first. Never changes.
             * @enum {string}
             */
            region?: "wnam" | "enam" | "weur" | "eeur" | "apac" | "oc" | "eu";
        };
        /** @description An activity to create or change. An absent field stays unchanged. `null` clears it. A course of the same length keeps its stored points. */
        ActivityItem: {
            /** @description The sport. */
            type?: components["schemas"]["ActivityTypeName"];
            /** @description Duration. */
            duration_min?: number;
            /** @description 1 very easy to 9 all out. For an interval session, the average. */
            intensity_level?: number | null;
            /** @description 1 freezing to 9 extreme heat. */
            thermal_stress_level?: number | null;
            /** @description True for a race. Athletes eat more in a race than in training. */
            is_race_event?: boolean | null;
            /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
            weather?: (components["schemas"]["Weather"] | components["schemas"]["HourlyWeather"]) | null;
            /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
            average_power_w?: number | null;
            /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
            distance_km?: number | null;
            /** @description Climb. Used only together with `distance_km`. */
            elevation_gain_m?: number | null;
            /** @description Altitude of the session above sea level. */
            altitude_m?: number | null;
            /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
            segments?: {
                /** @description The sport. */
                type: components["schemas"]["SingleSportName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. */
                intensity_level?: number | null;
                /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                distance_km?: number | null;
            }[] | null;
            /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
            steps?: (components["schemas"]["WorkoutStep"] | components["schemas"]["WorkoutRepetition"])[] | null;
            /** @description The route. A batch accepts no points. */
            course?: components["schemas"]["CourseOutline"] | null;
            /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
            vessels?: components["schemas"]["Vessel"][] | null;
            /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
            caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
            /** @description Identifies the activity within the athlete. */
            external_id: string;
            /** @description Title of the activity. */
            name?: string | null;
            /**
             * Format: date-time
             * @description Start time. Sorts the activity in lists and determines the athlete's age.
             */
            scheduled_at?: string | null;
            /** @description Accepted so that the answer of `POST /v1/workouts/parse` can be posted unchanged. Not stored. */
            format?: string | null;
            /** @description The athlete. Send either this or `athlete_external_id`. */
            athlete_id?: string;
            /** @description The athlete's own `external_id`. */
            athlete_external_id?: string;
        };
        /** @description Identifies an activity of any athlete. */
        ActivityName: {
            /** @description The athlete. Send either this or `athlete_external_id`. */
            athlete_id?: string;
            /** @description The athlete's own `external_id`. */
            athlete_external_id?: string;
            /** @description Identifies the activity within the athlete. */
            external_id: string;
        };
        /** @description A scenario whose course has no points. */
        BatchedScenario: {
            /** @description A stored athlete. `profile` overrides individual fields. */
            athlete_id?: string | null;
            /** @description Profile fields, used alone or to override those of the stored athlete. */
            profile?: {
                /**
                 * @description Determines body water and average weight.
                 * @enum {string|null}
                 */
                sex?: "female" | "male" | "unspecified" | null;
                /** @description At least 5 years before the current year. */
                birth_year?: number | null;
                /** @description Body mass. */
                body_mass_kg?: number | null;
                /** @description Height. */
                height_cm?: number | null;
                /** @description 1 untrained to 9 world class. */
                fitness_level?: number | null;
                /** @description Maximal oxygen uptake. */
                vo2max_ml_per_kg_min?: number | null;
                /** @description Functional threshold power on the bike. */
                ftp_w?: number | null;
                /** @description How much the athlete sweats compared with others; 5 is average. */
                sweat_level?: number | null;
                /** @description How salty the sweat is compared with others; 5 is average. */
                saltiness_level?: number | null;
                /** @description Measured. */
                sweat_rate_ml_per_hr?: number | null;
                /** @description Measured. */
                sweat_sodium_mg_per_l?: number | null;
                /** @description The highest intake practised in training. */
                carb_tolerance_g_per_hr?: number | null;
                /** @description Usual carbohydrate intake in long sessions. */
                usual_carb_g_per_hr?: number | null;
                /** @description Trained in heat on most days of the last two weeks. */
                heat_acclimatized?: boolean | null;
                /** @description True if the athlete had gastrointestinal problems in past races. */
                gi_history?: boolean | null;
                /** @description Conditions that change limits and warnings. */
                health?: {
                    /** @description Is pregnant. */
                    pregnant?: boolean | null;
                    /** @description Has high blood pressure. */
                    hypertension?: boolean | null;
                    /** @description Has kidney disease. */
                    kidney_disease?: boolean | null;
                    /** @description Has heart failure. */
                    heart_failure?: boolean | null;
                    /** @description Takes diuretics. */
                    diuretics?: boolean | null;
                    /** @description Takes insulin or other medicine for diabetes. */
                    diabetes_treated?: boolean | null;
                    /** @description Takes anti-inflammatory painkillers (NSAIDs) around races. */
                    nsaid_on_race_day?: boolean | null;
                    /** @description Has or had low energy availability or an eating disorder. */
                    reds_or_eating_disorder?: boolean | null;
                    /** @description Blood sodium has been too low before (hyponatraemia). */
                    low_sodium_before?: boolean | null;
                    /** @description Takes a drug that makes the body hold water, for example desmopressin, an SSRI, carbamazepine, or a thiazide. */
                    water_retaining_drug?: boolean | null;
                    /** @description Has had heat illness before. */
                    heat_illness_history?: boolean | null;
                } | null;
                /** @description The athlete's caffeine preferences. */
                caffeine?: components["schemas"]["CaffeineHabits"] | null;
            } | null;
            /** @description The session or race to calculate for. */
            activity: {
                /** @description The sport. */
                type: components["schemas"]["ActivityTypeName"];
                /** @description Duration. */
                duration_min: number;
                /** @description 1 very easy to 9 all out. For an interval session, the average. */
                intensity_level?: number | null;
                /** @description 1 freezing to 9 extreme heat. */
                thermal_stress_level?: number | null;
                /** @description True for a race. Athletes eat more in a race than in training. */
                is_race_event?: boolean | null;
                /** @description Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg. */
                weather?: (components["schemas"]["Weather"] | components["schemas"]["HourlyWeather"]) | null;
                /** @description Average mechanical power on a bike or rowing machine. Sets the effort instead of the level. */
                average_power_w?: number | null;
                /** @description Sets the effort of a single run, hike or walk by its pace, instead of the level. */
                distance_km?: number | null;
                /** @description Climb. Used only together with `distance_km`. */
                elevation_gain_m?: number | null;
                /** @description Altitude of the session above sea level. */
                altitude_m?: number | null;
                /** @description Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used. */
                segments?: {
                    /** @description The sport. */
                    type: components["schemas"]["SingleSportName"];
                    /** @description Duration. */
                    duration_min: number;
                    /** @description 1 very easy to 9 all out. */
                    intensity_level?: number | null;
                    /** @description Accepted so that inferred segments can be posted unchanged. Not stored, because the calculation uses minutes. */
                    distance_km?: number | null;
                }[] | null;
                /** @description A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given. */
                steps?: (components["schemas"]["WorkoutStep"] | components["schemas"]["WorkoutRepetition"])[] | null;
                /** @description The route. A batch accepts no points. */
                course?: components["schemas"]["CourseOutline"] | null;
                /** @description Bottles, flasks and bladders carried. If missing, the athlete's usual ones. */
                vessels?: components["schemas"]["Vessel"][] | null;
                /** @description Caffeine settings for this activity. They take precedence over the athlete's. */
                caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
                /** @description The partner's own identifier, unique per athlete. */
                external_id?: string | null;
                /** @description Title of the activity. */
                name?: string | null;
                /**
                 * Format: date-time
                 * @description Start time. Sorts the activity in lists and determines the athlete's age.
                 */
                scheduled_at?: string | null;
            };
            /** @description The same as `activity.caffeine`. Members given here take precedence. */
            caffeine?: components["schemas"]["CaffeineOfActivity"] | null;
        };
    };
    responses: {
        /** @description `malformed_json`: The body is not valid JSON. */
        "400-malformed_json": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `missing_authorization`: The Authorization header is missing.
         *
         *     `invalid_api_key`: The API key does not exist or was revoked.
         *
         *     `expired_api_key`: The API key was rotated and its 72-hour grace period has ended.
         *
         *     `environment_mismatch`: The key and the resource belong to different environments.
         *
         *     `invalid_token`: The access token is unknown, expired or revoked.
         */
        "401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `operator_only`: Only the service operator can do this in production.
         *
         *     `https_required`: HTTPS is required.
         *
         *     `foreign_origin`: Cross-origin requests are not allowed.
         *
         *     `insufficient_scope`: The credential does not permit this operation.
         *
         *     `partner_terminated`: The partner account is terminated. Only listing, export and deletion are available.
         */
        "403-operator_only-https_required-foreign_origin-insufficient_scope-partner_terminated": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `body_timeout`: The body took longer than 15 seconds to arrive. */
        "408-body_timeout": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `external_id_taken`: Another of your athletes, or another activity of this athlete, already uses this external_id. */
        "409-external_id_taken": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The body is too large. */
        "413-payload_too_large": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: The body must be sent as application/json. */
        "415-unsupported_media_type": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `validation_failed`: The request is well-formed, but some of its fields are invalid.
         *
         *     `idempotency_key_reused`: This Idempotency-Key was already used for a different request.
         */
        "422-validation_failed-idempotency_key_reused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests. */
        "429-rate_limited": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error`: Internal server error. */
        "500-internal_error": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `temporarily_unavailable`: The service is temporarily unavailable.
         *
         *     `storage_full`: The athlete's database is full. Nothing was written to it.
         */
        "503-temporarily_unavailable-storage_full": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `https_required`: HTTPS is required.
         *
         *     `foreign_origin`: Cross-origin requests are not allowed.
         *
         *     `insufficient_scope`: The credential does not permit this operation.
         */
        "403-https_required-foreign_origin-insufficient_scope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `validation_failed`: The request is well-formed, but some of its fields are invalid. */
        "422-validation_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `https_required`: HTTPS is required.
         *
         *     `foreign_origin`: Cross-origin requests are not allowed.
         *
         *     `insufficient_scope`: The credential does not permit this operation.
         *
         *     `partner_terminated`: The partner account is terminated. Only listing, export and deletion are available.
         */
        "403-https_required-foreign_origin-insufficient_scope-partner_terminated": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `athlete_not_found`: Athlete not found. */
        "404-athlete_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `precondition_failed`: The resource has changed since the version in If-Match. */
        "412-precondition_failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `athlete_not_found`: Athlete not found.
         *
         *     `activity_not_found`: Activity not found.
         */
        "404-athlete_not_found-activity_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `athlete_not_found`: Athlete not found.
         *
         *     `activity_not_found`: Activity not found.
         *
         *     `prescription_not_found`: This activity has no prescription yet.
         */
        "404-athlete_not_found-activity_not_found-prescription_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `https_required`: HTTPS is required.
         *
         *     `foreign_origin`: Cross-origin requests are not allowed.
         */
        "403-https_required-foreign_origin": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `temporarily_unavailable`: The service is temporarily unavailable. */
        "503-temporarily_unavailable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `athlete_not_found`: Athlete not found.
         *
         *     `activity_not_found`: Activity not found.
         *
         *     `feedback_not_found`: This activity has no feedback.
         */
        "404-athlete_not_found-activity_not_found-feedback_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `athlete_not_found`: Athlete not found.
         *
         *     `sweat_test_not_found`: Sweat test not found.
         */
        "404-athlete_not_found-sweat_test_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `athlete_rate_limited`: Too many product requests for this athlete.
         *
         *     `athlete_daily_limit_reached`: The athlete's daily limit for products or exports has been reached.
         *
         *     `rate_limited`: Too many requests.
         */
        "429-athlete_rate_limited-athlete_daily_limit_reached-rate_limited": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `athlete_not_found`: Athlete not found.
         *
         *     `activity_not_found`: Activity not found.
         *
         *     `product_not_found`: Product not found.
         */
        "404-athlete_not_found-activity_not_found-product_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `full_tier_required`: This requires an athlete on the full tier.
         *
         *     `https_required`: HTTPS is required.
         *
         *     `foreign_origin`: Cross-origin requests are not allowed.
         *
         *     `insufficient_scope`: The credential does not permit this operation.
         *
         *     `partner_terminated`: The partner account is terminated. Only listing, export and deletion are available.
         */
        "403-full_tier_required-https_required-foreign_origin-insufficient_scope-partner_terminated": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_scheduled`: The activity has no scheduled_at, so its plan cannot go in a calendar. */
        "409-not_scheduled": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `athlete_not_found`: Athlete not found.
         *
         *     `product_not_found`: Product not found.
         */
        "404-athlete_not_found-product_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `athlete_daily_limit_reached`: The athlete's daily limit for products or exports has been reached.
         *
         *     `rate_limited`: Too many requests.
         */
        "429-athlete_daily_limit_reached-rate_limited": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `cursor_expired`: The cursor is unknown or older than 30 days. */
        "410-cursor_expired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `key_not_found`: API key not found. */
        "404-key_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `recalculation_running`: Another recalculation is still running. */
        "409-recalculation_running": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `recalculation_not_found`: Recalculation not found in this environment. */
        "404-recalculation_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `key_limit_reached`: The partner already has 25 usable keys in this environment.
         *
         *     `secret_already_shown`: This request already succeeded. Its secret was shown once and is not stored.
         */
        "409-key_limit_reached-secret_already_shown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `key_already_rotated`: This key has already been rotated.
         *
         *     `key_limit_reached`: The partner already has 25 usable keys in this environment.
         */
        "409-key_already_rotated-key_limit_reached": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `secret_already_shown`: This request already succeeded. Its secret was shown once and is not stored.
         *
         *     `client_limit_reached`: The partner already has 50 OAuth clients in this environment.
         */
        "409-secret_already_shown-client_limit_reached": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `client_not_found`: OAuth client not found. */
        "404-client_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `client_without_secret`: A public client has no secret. */
        "409-client_without_secret": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `connection_not_found`: Connection not found. */
        "404-connection_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `secret_already_shown`: This request already succeeded. Its secret was shown once and is not stored.
         *
         *     `webhook_limit_reached`: The partner already has 10 webhooks in this environment.
         */
        "409-secret_already_shown-webhook_limit_reached": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `webhook_not_found`: Webhook not found. */
        "404-webhook_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `webhook_disabled`: The webhook is disabled. */
        "409-webhook_disabled": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `webhook_not_found`: Webhook not found.
         *
         *     `delivery_not_found`: This webhook has no such delivery.
         */
        "404-webhook_not_found-delivery_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `validation_failed`: The request is well-formed, but some of its fields are invalid.
         *
         *     `unreadable_file`: The file cannot be read.
         */
        "422-validation_failed-unreadable_file": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Unique to this response. Quote it when you contact support.
         * @example req_01kajz8w3t5v9c2b7n4m6q8r0s
         */
        "X-Request-Id": string;
        /**
         * @description Data may be displayed to end users only.
         * @example display-only
         */
        "X-Service-Data-License": string;
        /**
         * @description `required` if the service must be named near the data.
         * @example optional
         */
        "X-Service-Data-Attribution": string;
        /**
         * @description Training models on response data is prohibited.
         * @example prohibited
         */
        "X-Service-Data-Training": string;
        /**
         * @description The key's budget and its window in seconds. Responses about products also list the athlete's: `athlete-products`, requests per minute, and `athlete-records`, distinct products per UTC day.
         * @example "standard";q=6000;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The remaining part of each budget, and the seconds until it is full. `r` of `standard` is a lower bound and may be three seconds old.
         * @example "standard";r=5999;t=1
         */
        RateLimit: string;
        /**
         * @description Milliseconds spent waiting for each kind of store: `kv`, `guard`, `d1`.
         * @example guard;dur=12, d1;dur=18
         */
        "Server-Timing": string;
        /**
         * @description Seconds to wait before a retry.
         * @example 2
         */
        "Retry-After": string;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description Identifies this state for `If-None-Match` and `If-Match`. If a response contains texts, its tag names the language. `If-Match` accepts the tag of any language.
         * @example "TfG1Yk2bSQmX0p3rV5wZ8A"
         */
        ETag: string;
        /**
         * @description The language of the texts. Without `Accept-Language`, the texts of several athletes may have several languages. All are listed.
         * @example de
         */
        "Content-Language": string;
        /**
         * @description The request headers that selected this form of the response.
         * @example Accept-Language
         */
        Vary: string;
        /**
         * @description `true` if this response replays an earlier one.
         * @example true
         */
        "Idempotent-Replayed": string;
        /**
         * @description The address of the new resource.
         * @example https://musette.example/v1/…
         */
        Location: string;
    };
    pathItems: never;
}
export type NewAthlete = components['schemas']['NewAthlete'];
export type Vessel = components['schemas']['Vessel'];
export type FuelPreferences = components['schemas']['FuelPreferences'];
export type CaffeineHabits = components['schemas']['CaffeineHabits'];
export type AthleteBatch = components['schemas']['AthleteBatch'];
export type AthletePatch = components['schemas']['AthletePatch'];
export type AthleteInput = components['schemas']['AthleteInput'];
export type ActivityInput = components['schemas']['ActivityInput'];
export type ActivityTypeName = components['schemas']['ActivityTypeName'];
export type Weather = components['schemas']['Weather'];
export type HourlyWeather = components['schemas']['HourlyWeather'];
export type SingleSportName = components['schemas']['SingleSportName'];
export type WorkoutStep = components['schemas']['WorkoutStep'];
export type StepIntensity = components['schemas']['StepIntensity'];
export type WorkoutRepetition = components['schemas']['WorkoutRepetition'];
export type Course = components['schemas']['Course'];
export type AidStation = components['schemas']['AidStation'];
export type StationOffer = components['schemas']['StationOffer'];
export type CoursePoint = components['schemas']['CoursePoint'];
export type CaffeineOfActivity = components['schemas']['CaffeineOfActivity'];
export type ActivityPatch = components['schemas']['ActivityPatch'];
export type ActivityBatch = components['schemas']['ActivityBatch'];
export type ActivityDeletion = components['schemas']['ActivityDeletion'];
export type Scenario = components['schemas']['Scenario'];
export type BatchInput = components['schemas']['BatchInput'];
export type GutTrainingRequest = components['schemas']['GutTrainingRequest'];
export type TryScenario = components['schemas']['TryScenario'];
export type FeedbackInput = components['schemas']['FeedbackInput'];
export type SweatTestInput = components['schemas']['SweatTestInput'];
export type AttachInput = components['schemas']['AttachInput'];
export type ReplanInput = components['schemas']['ReplanInput'];
export type RecalculationInput = components['schemas']['RecalculationInput'];
export type OAuthClientInput = components['schemas']['OAuthClientInput'];
export type OAuthClientPatch = components['schemas']['OAuthClientPatch'];
export type WebhookInput = components['schemas']['WebhookInput'];
export type WebhookPatch = components['schemas']['WebhookPatch'];
export type ActivityTypeInferenceInput = components['schemas']['ActivityTypeInferenceInput'];
export type RecordingInput = components['schemas']['RecordingInput'];
export type BrickInferenceInput = components['schemas']['BrickInferenceInput'];
export type CourseOutline = components['schemas']['CourseOutline'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type ErrorType = components['schemas']['ErrorType'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type FieldProblem = components['schemas']['FieldProblem'];
export type Athlete = components['schemas']['Athlete'];
export type AthleteList = components['schemas']['AthleteList'];
export type AthleteResults = components['schemas']['AthleteResults'];
export type WrittenAthlete = components['schemas']['WrittenAthlete'];
export type ErasureReceipt = components['schemas']['ErasureReceipt'];
export type Activity = components['schemas']['Activity'];
export type FullActivity = components['schemas']['FullActivity'];
export type Safety = components['schemas']['Safety'];
export type Warning = components['schemas']['Warning'];
export type WarningCode = components['schemas']['WarningCode'];
export type WarningSeverity = components['schemas']['WarningSeverity'];
export type AttachedProduct = components['schemas']['AttachedProduct'];
export type Feedback = components['schemas']['Feedback'];
export type Prescription = components['schemas']['Prescription'];
export type Coverage = components['schemas']['Coverage'];
export type CoverageWarning = components['schemas']['CoverageWarning'];
export type CoverageWarningCode = components['schemas']['CoverageWarningCode'];
export type TeaserActivity = components['schemas']['TeaserActivity'];
export type TeaserPrescription = components['schemas']['TeaserPrescription'];
export type Range = components['schemas']['Range'];
export type Attribution = components['schemas']['Attribution'];
export type WrittenActivity = components['schemas']['WrittenActivity'];
export type Tier = components['schemas']['Tier'];
export type ActivityList = components['schemas']['ActivityList'];
export type ActivitiesOfAthletes = components['schemas']['ActivitiesOfAthletes'];
export type ActivityTypeList = components['schemas']['ActivityTypeList'];
export type ActivityType = components['schemas']['ActivityType'];
export type ActivityResults = components['schemas']['ActivityResults'];
export type DeletionResults = components['schemas']['DeletionResults'];
export type BareTeaserPrescription = components['schemas']['BareTeaserPrescription'];
export type WrittenPrescription = components['schemas']['WrittenPrescription'];
export type WrittenTeaserPrescription = components['schemas']['WrittenTeaserPrescription'];
export type PrescriptionEnvelope = components['schemas']['PrescriptionEnvelope'];
export type FullPrescriptionEnvelope = components['schemas']['FullPrescriptionEnvelope'];
export type Estimate = components['schemas']['Estimate'];
export type Rates = components['schemas']['Rates'];
export type Caffeine = components['schemas']['Caffeine'];
export type CaffeineWarning = components['schemas']['CaffeineWarning'];
export type CaffeineWarningCode = components['schemas']['CaffeineWarningCode'];
export type Explanation = components['schemas']['Explanation'];
export type QuantityExplanation = components['schemas']['QuantityExplanation'];
export type ExplanationStep = components['schemas']['ExplanationStep'];
export type TrajectoryScenario = components['schemas']['TrajectoryScenario'];
export type TrajectoryPoint = components['schemas']['TrajectoryPoint'];
export type TrajectoryBound = components['schemas']['TrajectoryBound'];
export type TeaserPrescriptionEnvelope = components['schemas']['TeaserPrescriptionEnvelope'];
export type TeaserCaffeine = components['schemas']['TeaserCaffeine'];
export type WrittenEnvelope = components['schemas']['WrittenEnvelope'];
export type BatchAnswer = components['schemas']['BatchAnswer'];
export type GutTrainingAnswer = components['schemas']['GutTrainingAnswer'];
export type GutTraining = components['schemas']['GutTraining'];
export type GutTrainingWeek = components['schemas']['GutTrainingWeek'];
export type TriedPrescriptionEnvelope = components['schemas']['TriedPrescriptionEnvelope'];
export type FeedbackAnswer = components['schemas']['FeedbackAnswer'];
export type SweatTest = components['schemas']['SweatTest'];
export type WrittenSweatTest = components['schemas']['WrittenSweatTest'];
export type SweatTestList = components['schemas']['SweatTestList'];
export type Learned = components['schemas']['Learned'];
export type AttachedProducts = components['schemas']['AttachedProducts'];
export type FuelPlan = components['schemas']['FuelPlan'];
export type PlanLeg = components['schemas']['PlanLeg'];
export type PlanRow = components['schemas']['PlanRow'];
export type PlanRowItem = components['schemas']['PlanRowItem'];
export type GenericFoodId = components['schemas']['GenericFoodId'];
export type PlanStation = components['schemas']['PlanStation'];
export type PlanItem = components['schemas']['PlanItem'];
export type PlanBottle = components['schemas']['PlanBottle'];
export type PlanIngredient = components['schemas']['PlanIngredient'];
export type ShoppingItem = components['schemas']['ShoppingItem'];
export type PlanNote = components['schemas']['PlanNote'];
export type PlanCompromise = components['schemas']['PlanCompromise'];
export type CompromiseCode = components['schemas']['CompromiseCode'];
export type TeaserFuelPlan = components['schemas']['TeaserFuelPlan'];
export type ProductPage = components['schemas']['ProductPage'];
export type FullProductPage = components['schemas']['FullProductPage'];
export type Product = components['schemas']['Product'];
export type TeaserProductPage = components['schemas']['TeaserProductPage'];
export type TeaserProduct = components['schemas']['TeaserProduct'];
export type GenericFoodList = components['schemas']['GenericFoodList'];
export type GenericFood = components['schemas']['GenericFood'];
export type CategoryList = components['schemas']['CategoryList'];
export type SingleProduct = components['schemas']['SingleProduct'];
export type SingleTeaserProduct = components['schemas']['SingleTeaserProduct'];
export type ProductAccessList = components['schemas']['ProductAccessList'];
export type ProductAccess = components['schemas']['ProductAccess'];
export type AthleteExport = components['schemas']['AthleteExport'];
export type ExportedActivity = components['schemas']['ExportedActivity'];
export type ExportedSweatTest = components['schemas']['ExportedSweatTest'];
export type Connection = components['schemas']['Connection'];
export type Event = components['schemas']['Event'];
export type AthleteEvent = components['schemas']['AthleteEvent'];
export type AthleteRehomedEvent = components['schemas']['AthleteRehomedEvent'];
export type AthleteUpdatedEvent = components['schemas']['AthleteUpdatedEvent'];
export type ActivityEvent = components['schemas']['ActivityEvent'];
export type ActivityUpdatedEvent = components['schemas']['ActivityUpdatedEvent'];
export type PrescriptionStaleEvent = components['schemas']['PrescriptionStaleEvent'];
export type KeyEvent = components['schemas']['KeyEvent'];
export type RecalculationEvent = components['schemas']['RecalculationEvent'];
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type ServiceEvent = components['schemas']['ServiceEvent'];
export type EventPage = components['schemas']['EventPage'];
export type Account = components['schemas']['Account'];
export type UsageList = components['schemas']['UsageList'];
export type Usage = components['schemas']['Usage'];
export type Recalculation = components['schemas']['Recalculation'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKey = components['schemas']['ApiKey'];
export type OAuthClientWithSecret = components['schemas']['OAuthClientWithSecret'];
export type OAuthClient = components['schemas']['OAuthClient'];
export type OAuthClientList = components['schemas']['OAuthClientList'];
export type ConnectionList = components['schemas']['ConnectionList'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WebhookList = components['schemas']['WebhookList'];
export type Webhook = components['schemas']['Webhook'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type ActivityTypeInference = components['schemas']['ActivityTypeInference'];
export type BrickInference = components['schemas']['BrickInference'];
export type ParsedWorkout = components['schemas']['ParsedWorkout'];
export type ParsedStep = components['schemas']['ParsedStep'];
export type ParsedRepeat = components['schemas']['ParsedRepeat'];
export type ParsedCourse = components['schemas']['ParsedCourse'];
export type ParsedCoursePoint = components['schemas']['ParsedCoursePoint'];
export type ParsedAidStation = components['schemas']['ParsedAidStation'];
export type Health = components['schemas']['Health'];
export type Error = components['schemas']['Error'];
export type VesselOutput = components['schemas']['VesselOutput'];
export type FuelPreferencesOutput = components['schemas']['FuelPreferencesOutput'];
export type CaffeineHabitsOutput = components['schemas']['CaffeineHabitsOutput'];
export type WeatherOutput = components['schemas']['WeatherOutput'];
export type HourlyWeatherOutput = components['schemas']['HourlyWeatherOutput'];
export type WorkoutStepOutput = components['schemas']['WorkoutStepOutput'];
export type StepIntensityOutput = components['schemas']['StepIntensityOutput'];
export type WorkoutRepetitionOutput = components['schemas']['WorkoutRepetitionOutput'];
export type CourseOutput = components['schemas']['CourseOutput'];
export type AidStationOutput = components['schemas']['AidStationOutput'];
export type CoursePointOutput = components['schemas']['CoursePointOutput'];
export type CaffeineOfActivityOutput = components['schemas']['CaffeineOfActivityOutput'];
export type AthleteItem = components['schemas']['AthleteItem'];
export type ActivityItem = components['schemas']['ActivityItem'];
export type ActivityName = components['schemas']['ActivityName'];
export type BatchedScenario = components['schemas']['BatchedScenario'];
export type Response400MalformedJson = components['responses']['400-malformed_json'];
export type Response401MissingAuthorizationInvalidApiKeyExpiredApiKeyEnvironmentMismatchInvalidToken = components['responses']['401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token'];
export type Response403OperatorOnlyHttpsRequiredForeignOriginInsufficientScopePartnerTerminated = components['responses']['403-operator_only-https_required-foreign_origin-insufficient_scope-partner_terminated'];
export type Response408BodyTimeout = components['responses']['408-body_timeout'];
export type Response409ExternalIdTaken = components['responses']['409-external_id_taken'];
export type Response413PayloadTooLarge = components['responses']['413-payload_too_large'];
export type Response415UnsupportedMediaType = components['responses']['415-unsupported_media_type'];
export type Response422ValidationFailedIdempotencyKeyReused = components['responses']['422-validation_failed-idempotency_key_reused'];
export type Response429RateLimited = components['responses']['429-rate_limited'];
export type Response500InternalError = components['responses']['500-internal_error'];
export type Response503TemporarilyUnavailableStorageFull = components['responses']['503-temporarily_unavailable-storage_full'];
export type Response403HttpsRequiredForeignOriginInsufficientScope = components['responses']['403-https_required-foreign_origin-insufficient_scope'];
export type Response422ValidationFailed = components['responses']['422-validation_failed'];
export type Response403HttpsRequiredForeignOriginInsufficientScopePartnerTerminated = components['responses']['403-https_required-foreign_origin-insufficient_scope-partner_terminated'];
export type Response404AthleteNotFound = components['responses']['404-athlete_not_found'];
export type Response412PreconditionFailed = components['responses']['412-precondition_failed'];
export type Response404AthleteNotFoundActivityNotFound = components['responses']['404-athlete_not_found-activity_not_found'];
export type Response404AthleteNotFoundActivityNotFoundPrescriptionNotFound = components['responses']['404-athlete_not_found-activity_not_found-prescription_not_found'];
export type Response403HttpsRequiredForeignOrigin = components['responses']['403-https_required-foreign_origin'];
export type Response503TemporarilyUnavailable = components['responses']['503-temporarily_unavailable'];
export type Response404AthleteNotFoundActivityNotFoundFeedbackNotFound = components['responses']['404-athlete_not_found-activity_not_found-feedback_not_found'];
export type Response404AthleteNotFoundSweatTestNotFound = components['responses']['404-athlete_not_found-sweat_test_not_found'];
export type Response429AthleteRateLimitedAthleteDailyLimitReachedRateLimited = components['responses']['429-athlete_rate_limited-athlete_daily_limit_reached-rate_limited'];
export type Response404AthleteNotFoundActivityNotFoundProductNotFound = components['responses']['404-athlete_not_found-activity_not_found-product_not_found'];
export type Response403FullTierRequiredHttpsRequiredForeignOriginInsufficientScopePartnerTerminated = components['responses']['403-full_tier_required-https_required-foreign_origin-insufficient_scope-partner_terminated'];
export type Response409NotScheduled = components['responses']['409-not_scheduled'];
export type Response404AthleteNotFoundProductNotFound = components['responses']['404-athlete_not_found-product_not_found'];
export type Response429AthleteDailyLimitReachedRateLimited = components['responses']['429-athlete_daily_limit_reached-rate_limited'];
export type Response410CursorExpired = components['responses']['410-cursor_expired'];
export type Response404KeyNotFound = components['responses']['404-key_not_found'];
export type Response409RecalculationRunning = components['responses']['409-recalculation_running'];
export type Response404RecalculationNotFound = components['responses']['404-recalculation_not_found'];
export type Response409KeyLimitReachedSecretAlreadyShown = components['responses']['409-key_limit_reached-secret_already_shown'];
export type Response409KeyAlreadyRotatedKeyLimitReached = components['responses']['409-key_already_rotated-key_limit_reached'];
export type Response409SecretAlreadyShownClientLimitReached = components['responses']['409-secret_already_shown-client_limit_reached'];
export type Response404ClientNotFound = components['responses']['404-client_not_found'];
export type Response409ClientWithoutSecret = components['responses']['409-client_without_secret'];
export type Response404ConnectionNotFound = components['responses']['404-connection_not_found'];
export type Response409SecretAlreadyShownWebhookLimitReached = components['responses']['409-secret_already_shown-webhook_limit_reached'];
export type Response404WebhookNotFound = components['responses']['404-webhook_not_found'];
export type Response409WebhookDisabled = components['responses']['409-webhook_disabled'];
export type Response404WebhookNotFoundDeliveryNotFound = components['responses']['404-webhook_not_found-delivery_not_found'];
export type Response422ValidationFailedUnreadableFile = components['responses']['422-validation_failed-unreadable_file'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderXServiceDataLicense = components['headers']['X-Service-Data-License'];
export type HeaderXServiceDataAttribution = components['headers']['X-Service-Data-Attribution'];
export type HeaderXServiceDataTraining = components['headers']['X-Service-Data-Training'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderServerTiming = components['headers']['Server-Timing'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderContentLanguage = components['headers']['Content-Language'];
export type HeaderVary = components['headers']['Vary'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderLocation = components['headers']['Location'];
export type $defs = Record<string, never>;
export interface operations {
    listAthletes: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Only the athlete with this `external_id`. */
                external_id?: string;
                /** @description Only records created or changed at or after this instant, oldest change first. Records that change while you page appear on later pages. Begin the next run a minute before this one began. */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of athletes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *           "environment": "test",
                     *           "region": "weur",
                     *           "tier": "full",
                     *           "external_id": "sandbox-marathon",
                     *           "name": "Marathon Runner",
                     *           "email": "marathon@sandbox.example",
                     *           "locale": null,
                     *           "vessels": null,
                     *           "fuel_preferences": null,
                     *           "caffeine": null,
                     *           "sex": "female",
                     *           "birth_year": 1991,
                     *           "body_mass_kg": 58,
                     *           "height_cm": 168,
                     *           "fitness_level": 6,
                     *           "vo2max_ml_per_kg_min": null,
                     *           "ftp_w": null,
                     *           "sweat_level": 6,
                     *           "saltiness_level": null,
                     *           "sweat_rate_ml_per_hr": null,
                     *           "sweat_sodium_mg_per_l": null,
                     *           "carb_tolerance_g_per_hr": 75,
                     *           "usual_carb_g_per_hr": null,
                     *           "heat_acclimatized": null,
                     *           "gi_history": null,
                     *           "health": null,
                     *           "diet": null,
                     *           "profile_completeness": 0.5,
                     *           "missing_fields": [
                     *             "sweat_rate_ml_per_hr",
                     *             "sweat_sodium_mg_per_l",
                     *             "saltiness_level"
                     *           ],
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AthleteList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    createAthlete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first response, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment. Reusing it for a different request is rejected (422 `idempotency_key_reused`). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "external_id": "rider-1042",
                 *       "sex": "female",
                 *       "birth_year": 1991,
                 *       "body_mass_kg": 58,
                 *       "height_cm": 168,
                 *       "fitness_level": 6,
                 *       "sweat_level": 6,
                 *       "carb_tolerance_g_per_hr": 75,
                 *       "diet": {
                 *         "vegan": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewAthlete"];
            };
        };
        responses: {
            /** @description The athlete. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "environment": "test",
                     *       "region": "weur",
                     *       "tier": "full",
                     *       "external_id": "rider-1042",
                     *       "name": null,
                     *       "email": null,
                     *       "locale": null,
                     *       "vessels": null,
                     *       "fuel_preferences": null,
                     *       "caffeine": null,
                     *       "sex": "female",
                     *       "birth_year": 1991,
                     *       "body_mass_kg": 58,
                     *       "height_cm": 168,
                     *       "fitness_level": 6,
                     *       "vo2max_ml_per_kg_min": null,
                     *       "ftp_w": null,
                     *       "sweat_level": 6,
                     *       "saltiness_level": null,
                     *       "sweat_rate_ml_per_hr": null,
                     *       "sweat_sodium_mg_per_l": null,
                     *       "carb_tolerance_g_per_hr": 75,
                     *       "usual_carb_g_per_hr": null,
                     *       "heat_acclimatized": null,
                     *       "gi_history": null,
                     *       "health": null,
                     *       "diet": {
                     *         "vegan": true,
                     *         "gluten_free": null,
                     *         "caffeine_free": null
                     *       },
                     *       "profile_completeness": 0.5,
                     *       "missing_fields": [
                     *         "sweat_rate_ml_per_hr",
                     *         "sweat_sodium_mg_per_l",
                     *         "saltiness_level"
                     *       ],
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Athlete"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-operator_only-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-external_id_taken"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-idempotency_key_reused"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    upsertAthletes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "athletes": [
                 *         {
                 *           "external_id": "rider-1042",
                 *           "sex": "female",
                 *           "birth_year": 1991,
                 *           "body_mass_kg": 58,
                 *           "height_cm": 168,
                 *           "fitness_level": 6,
                 *           "sweat_level": 6,
                 *           "carb_tolerance_g_per_hr": 75,
                 *           "diet": {
                 *             "vegan": true
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AthleteBatch"];
            };
        };
        responses: {
            /** @description One result per athlete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "status": "created",
                     *           "athlete": {
                     *             "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *             "environment": "test",
                     *             "region": "weur",
                     *             "tier": "full",
                     *             "external_id": "rider-1042",
                     *             "name": null,
                     *             "email": null,
                     *             "locale": null,
                     *             "vessels": null,
                     *             "fuel_preferences": null,
                     *             "caffeine": null,
                     *             "sex": "female",
                     *             "birth_year": 1991,
                     *             "body_mass_kg": 58,
                     *             "height_cm": 168,
                     *             "fitness_level": 6,
                     *             "vo2max_ml_per_kg_min": null,
                     *             "ftp_w": null,
                     *             "sweat_level": 6,
                     *             "saltiness_level": null,
                     *             "sweat_rate_ml_per_hr": null,
                     *             "sweat_sodium_mg_per_l": null,
                     *             "carb_tolerance_g_per_hr": 75,
                     *             "usual_carb_g_per_hr": null,
                     *             "heat_acclimatized": null,
                     *             "gi_history": null,
                     *             "health": null,
                     *             "diet": {
                     *               "vegan": true,
                     *               "gluten_free": null,
                     *               "caffeine_free": null
                     *             },
                     *             "profile_completeness": 0.5,
                     *             "missing_fields": [
                     *               "sweat_rate_ml_per_hr",
                     *               "sweat_sodium_mg_per_l",
                     *               "saltiness_level"
                     *             ],
                     *             "created_at": "2026-11-21T09:30:00.000Z",
                     *             "updated_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AthleteResults"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getAthlete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if this is still the current state. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The athlete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "environment": "test",
                     *       "region": "weur",
                     *       "tier": "full",
                     *       "external_id": "sandbox-marathon",
                     *       "name": "Marathon Runner",
                     *       "email": "marathon@sandbox.example",
                     *       "locale": null,
                     *       "vessels": null,
                     *       "fuel_preferences": null,
                     *       "caffeine": null,
                     *       "sex": "female",
                     *       "birth_year": 1991,
                     *       "body_mass_kg": 58,
                     *       "height_cm": 168,
                     *       "fitness_level": 6,
                     *       "vo2max_ml_per_kg_min": null,
                     *       "ftp_w": null,
                     *       "sweat_level": 6,
                     *       "saltiness_level": null,
                     *       "sweat_rate_ml_per_hr": null,
                     *       "sweat_sodium_mg_per_l": null,
                     *       "carb_tolerance_g_per_hr": 75,
                     *       "usual_carb_g_per_hr": null,
                     *       "heat_acclimatized": null,
                     *       "gi_history": null,
                     *       "health": null,
                     *       "diet": null,
                     *       "profile_completeness": 0.5,
                     *       "missing_fields": [
                     *         "sweat_rate_ml_per_hr",
                     *         "sweat_sodium_mg_per_l",
                     *         "saltiness_level"
                     *       ],
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Athlete"];
                };
            };
            /** @description Unchanged: you already have this state. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    eraseAthlete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Succeeds only if this is still the current state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A receipt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "deleted": true,
                     *       "deleted_at": "2026-11-21T09:30:00.000Z",
                     *       "completed_at": "2026-11-21T09:30:00.000Z",
                     *       "records": {
                     *         "product_access_log": 0,
                     *         "activity_products": 0,
                     *         "prescriptions": 0,
                     *         "feedback": 0,
                     *         "activities": 124,
                     *         "sweat_tests": 0,
                     *         "learned_states": 0,
                     *         "used_subscribe_links": 0,
                     *         "idempotency_records": 0,
                     *         "oauth_records": 0,
                     *         "connections": 0,
                     *         "rehomes": 0,
                     *         "events": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ErasureReceipt"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope"];
            404: components["responses"]["404-athlete_not_found"];
            408: components["responses"]["408-body_timeout"];
            412: components["responses"]["412-precondition_failed"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    updateAthlete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Succeeds only if this is still the current state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body_mass_kg": 57.2,
                 *       "heat_acclimatized": true
                 *     }
                 */
                "application/json": components["schemas"]["AthletePatch"];
            };
        };
        responses: {
            /** @description The athlete after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "environment": "test",
                     *       "region": "weur",
                     *       "tier": "full",
                     *       "external_id": "sandbox-marathon",
                     *       "name": "Marathon Runner",
                     *       "email": "marathon@sandbox.example",
                     *       "locale": null,
                     *       "vessels": null,
                     *       "fuel_preferences": null,
                     *       "caffeine": null,
                     *       "sex": "female",
                     *       "birth_year": 1991,
                     *       "body_mass_kg": 58,
                     *       "height_cm": 168,
                     *       "fitness_level": 6,
                     *       "vo2max_ml_per_kg_min": null,
                     *       "ftp_w": null,
                     *       "sweat_level": 6,
                     *       "saltiness_level": null,
                     *       "sweat_rate_ml_per_hr": null,
                     *       "sweat_sodium_mg_per_l": null,
                     *       "carb_tolerance_g_per_hr": 75,
                     *       "usual_carb_g_per_hr": null,
                     *       "heat_acclimatized": null,
                     *       "gi_history": null,
                     *       "health": null,
                     *       "diet": null,
                     *       "profile_completeness": 0.5,
                     *       "missing_fields": [
                     *         "sweat_rate_ml_per_hr",
                     *         "sweat_sodium_mg_per_l",
                     *         "saltiness_level"
                     *       ],
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Athlete"] | components["schemas"]["WrittenAthlete"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-operator_only-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-external_id_taken"];
            412: components["responses"]["412-precondition_failed"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listActivities: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description First UTC day, inclusive. */
                from?: string;
                /** @description Last UTC day, inclusive. */
                to?: string;
                /** @description `desc` (default): newest first. Not with `updated_since`. */
                order?: "asc" | "desc";
                type?: components["schemas"]["ActivityTypeName"];
                /** @description Only the activity with this `external_id`. */
                external_id?: string;
                /** @description Only records created or changed at or after this instant, oldest change first. Records that change while you page appear on later pages. Begin the next run a minute before this one began. */
                updated_since?: string;
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of activities. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *           "type": "run",
                     *           "duration_min": 210,
                     *           "intensity_level": 7,
                     *           "thermal_stress_level": null,
                     *           "is_race_event": true,
                     *           "name": "City marathon",
                     *           "scheduled_at": "2026-11-29T08:00:00.000Z",
                     *           "external_id": null,
                     *           "weather": {
                     *             "temperature_c": 24,
                     *             "humidity_percent": 65,
                     *             "shade": false
                     *           },
                     *           "average_power_w": null,
                     *           "distance_km": 42.2,
                     *           "elevation_gain_m": 120,
                     *           "altitude_m": null,
                     *           "segments": null,
                     *           "steps": null,
                     *           "course": {
                     *             "distance_km": 42.195,
                     *             "elevation_gain_m": 120,
                     *             "aid_stations": [
                     *               {
                     *                 "km": 10,
                     *                 "name": "Bridge",
                     *                 "offers": [
                     *                   "water",
                     *                   "sports_drink"
                     *                 ]
                     *               }
                     *             ],
                     *             "points": null
                     *           },
                     *           "vessels": [
                     *             {
                     *               "kind": "flask",
                     *               "volume_ml": 500,
                     *               "count": 1
                     *             }
                     *           ],
                     *           "caffeine": null,
                     *           "prescription": {
                     *             "carb_g_per_hr": 70,
                     *             "sodium_mg_per_hr": 430,
                     *             "fluid_ml_per_hr": 770,
                     *             "total_carb_g": 245,
                     *             "total_sodium_mg": 1510,
                     *             "total_fluid_ml": 2700,
                     *             "calculated_at": "2026-11-21T09:30:00.000Z"
                     *           },
                     *           "safety": {
                     *             "max_safe_fluid_ml_per_hr": 880,
                     *             "max_safe_sodium_mg_per_hr": 1160,
                     *             "confidence_score": 0.846,
                     *             "not_instructions": true,
                     *             "warnings": [
                     *               {
                     *                 "code": "HEAT_CAUTION",
                     *                 "severity": "caution",
                     *                 "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *               },
                     *               {
                     *                 "code": "SWEAT_EXCEEDS_GUT",
                     *                 "severity": "info",
                     *                 "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *               }
                     *             ],
                     *             "requires_human_review": false
                     *           },
                     *           "prescription_stale": false,
                     *           "tier": "full",
                     *           "products": [],
                     *           "coverage": {
                     *             "carb_g": {
                     *               "planned": 0,
                     *               "prescribed": 207,
                     *               "percent": 0,
                     *               "unknown_product_ids": []
                     *             },
                     *             "sodium_mg": {
                     *               "planned": 0,
                     *               "prescribed": 1050,
                     *               "percent": 0,
                     *               "unknown_product_ids": []
                     *             },
                     *             "fluid_ml": {
                     *               "planned": 0,
                     *               "prescribed": 1890,
                     *               "percent": 0,
                     *               "unknown_product_ids": []
                     *             },
                     *             "caffeine_mg": {
                     *               "planned": 0,
                     *               "prescribed": null,
                     *               "percent": null,
                     *               "unknown_product_ids": []
                     *             },
                     *             "warnings": []
                     *           },
                     *           "feedback": null,
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ActivityList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    createActivity: {
        parameters: {
            query?: {
                calculate?: true | false;
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
                /** @description Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first response, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment. Reusing it for a different request is rejected (422 `idempotency_key_reused`). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "run",
                 *       "duration_min": 210,
                 *       "intensity_level": 7,
                 *       "is_race_event": true,
                 *       "name": "City marathon",
                 *       "scheduled_at": "2026-11-29T08:00:00Z",
                 *       "weather": {
                 *         "temperature_c": 24,
                 *         "humidity_percent": 65
                 *       },
                 *       "distance_km": 42.2,
                 *       "elevation_gain_m": 120
                 *     }
                 */
                "application/json": components["schemas"]["ActivityInput"];
            };
        };
        responses: {
            /** @description The activity. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "type": "run",
                     *       "duration_min": 210,
                     *       "intensity_level": 7,
                     *       "thermal_stress_level": null,
                     *       "is_race_event": true,
                     *       "name": "City marathon",
                     *       "scheduled_at": "2026-11-29T08:00:00.000Z",
                     *       "external_id": null,
                     *       "weather": {
                     *         "temperature_c": 24,
                     *         "humidity_percent": 65,
                     *         "shade": false
                     *       },
                     *       "average_power_w": null,
                     *       "distance_km": 42.2,
                     *       "elevation_gain_m": 120,
                     *       "altitude_m": null,
                     *       "segments": null,
                     *       "steps": null,
                     *       "course": {
                     *         "distance_km": 42.195,
                     *         "elevation_gain_m": 120,
                     *         "aid_stations": [
                     *           {
                     *             "km": 10,
                     *             "name": "Bridge",
                     *             "offers": [
                     *               "water",
                     *               "sports_drink"
                     *             ]
                     *           }
                     *         ],
                     *         "points": null
                     *       },
                     *       "vessels": [
                     *         {
                     *           "kind": "flask",
                     *           "volume_ml": 500,
                     *           "count": 1
                     *         }
                     *       ],
                     *       "caffeine": null,
                     *       "prescription": null,
                     *       "safety": null,
                     *       "prescription_stale": false,
                     *       "tier": "full",
                     *       "products": [],
                     *       "coverage": {
                     *         "carb_g": {
                     *           "planned": 0,
                     *           "prescribed": 207,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "sodium_mg": {
                     *           "planned": 0,
                     *           "prescribed": 1050,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "fluid_ml": {
                     *           "planned": 0,
                     *           "prescribed": 1890,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "caffeine_mg": {
                     *           "planned": 0,
                     *           "prescribed": null,
                     *           "percent": null,
                     *           "unknown_product_ids": []
                     *         },
                     *         "warnings": []
                     *       },
                     *       "feedback": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Activity"] | components["schemas"]["WrittenActivity"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-external_id_taken"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-idempotency_key_reused"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
                /** @description Returns 304 if this is still the current state. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activity. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "type": "run",
                     *       "duration_min": 210,
                     *       "intensity_level": 7,
                     *       "thermal_stress_level": null,
                     *       "is_race_event": true,
                     *       "name": "City marathon",
                     *       "scheduled_at": "2026-11-29T08:00:00.000Z",
                     *       "external_id": null,
                     *       "weather": {
                     *         "temperature_c": 24,
                     *         "humidity_percent": 65,
                     *         "shade": false
                     *       },
                     *       "average_power_w": null,
                     *       "distance_km": 42.2,
                     *       "elevation_gain_m": 120,
                     *       "altitude_m": null,
                     *       "segments": null,
                     *       "steps": null,
                     *       "course": {
                     *         "distance_km": 42.195,
                     *         "elevation_gain_m": 120,
                     *         "aid_stations": [
                     *           {
                     *             "km": 10,
                     *             "name": "Bridge",
                     *             "offers": [
                     *               "water",
                     *               "sports_drink"
                     *             ]
                     *           }
                     *         ],
                     *         "points": null
                     *       },
                     *       "vessels": [
                     *         {
                     *           "kind": "flask",
                     *           "volume_ml": 500,
                     *           "count": 1
                     *         }
                     *       ],
                     *       "caffeine": null,
                     *       "prescription": {
                     *         "carb_g_per_hr": 70,
                     *         "sodium_mg_per_hr": 430,
                     *         "fluid_ml_per_hr": 770,
                     *         "total_carb_g": 245,
                     *         "total_sodium_mg": 1510,
                     *         "total_fluid_ml": 2700,
                     *         "calculated_at": "2026-11-21T09:30:00.000Z"
                     *       },
                     *       "safety": {
                     *         "max_safe_fluid_ml_per_hr": 880,
                     *         "max_safe_sodium_mg_per_hr": 1160,
                     *         "confidence_score": 0.846,
                     *         "not_instructions": true,
                     *         "warnings": [
                     *           {
                     *             "code": "HEAT_CAUTION",
                     *             "severity": "caution",
                     *             "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *           },
                     *           {
                     *             "code": "SWEAT_EXCEEDS_GUT",
                     *             "severity": "info",
                     *             "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *           }
                     *         ],
                     *         "requires_human_review": false
                     *       },
                     *       "prescription_stale": false,
                     *       "tier": "full",
                     *       "products": [],
                     *       "coverage": {
                     *         "carb_g": {
                     *           "planned": 0,
                     *           "prescribed": 207,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "sodium_mg": {
                     *           "planned": 0,
                     *           "prescribed": 1050,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "fluid_ml": {
                     *           "planned": 0,
                     *           "prescribed": 1890,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "caffeine_mg": {
                     *           "planned": 0,
                     *           "prescribed": null,
                     *           "percent": null,
                     *           "unknown_product_ids": []
                     *         },
                     *         "warnings": []
                     *       },
                     *       "feedback": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Activity"];
                };
            };
            /** @description Unchanged: you already have this state. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    deleteActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Succeeds only if this is still the current state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found"];
            408: components["responses"]["408-body_timeout"];
            412: components["responses"]["412-precondition_failed"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    updateActivity: {
        parameters: {
            query?: {
                calculate?: true | false;
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
                /** @description Succeeds only if this is still the current state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "duration_min": 225,
                 *       "weather": {
                 *         "temperature_c": 19,
                 *         "humidity_percent": 60
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ActivityPatch"];
            };
        };
        responses: {
            /** @description The activity after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "type": "run",
                     *       "duration_min": 210,
                     *       "intensity_level": 7,
                     *       "thermal_stress_level": null,
                     *       "is_race_event": true,
                     *       "name": "City marathon",
                     *       "scheduled_at": "2026-11-29T08:00:00.000Z",
                     *       "external_id": null,
                     *       "weather": {
                     *         "temperature_c": 24,
                     *         "humidity_percent": 65,
                     *         "shade": false
                     *       },
                     *       "average_power_w": null,
                     *       "distance_km": 42.2,
                     *       "elevation_gain_m": 120,
                     *       "altitude_m": null,
                     *       "segments": null,
                     *       "steps": null,
                     *       "course": {
                     *         "distance_km": 42.195,
                     *         "elevation_gain_m": 120,
                     *         "aid_stations": [
                     *           {
                     *             "km": 10,
                     *             "name": "Bridge",
                     *             "offers": [
                     *               "water",
                     *               "sports_drink"
                     *             ]
                     *           }
                     *         ],
                     *         "points": null
                     *       },
                     *       "vessels": [
                     *         {
                     *           "kind": "flask",
                     *           "volume_ml": 500,
                     *           "count": 1
                     *         }
                     *       ],
                     *       "caffeine": null,
                     *       "prescription": {
                     *         "carb_g_per_hr": 70,
                     *         "sodium_mg_per_hr": 430,
                     *         "fluid_ml_per_hr": 770,
                     *         "total_carb_g": 245,
                     *         "total_sodium_mg": 1510,
                     *         "total_fluid_ml": 2700,
                     *         "calculated_at": "2026-11-21T09:30:00.000Z"
                     *       },
                     *       "safety": {
                     *         "max_safe_fluid_ml_per_hr": 880,
                     *         "max_safe_sodium_mg_per_hr": 1160,
                     *         "confidence_score": 0.846,
                     *         "not_instructions": true,
                     *         "warnings": [
                     *           {
                     *             "code": "HEAT_CAUTION",
                     *             "severity": "caution",
                     *             "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *           },
                     *           {
                     *             "code": "SWEAT_EXCEEDS_GUT",
                     *             "severity": "info",
                     *             "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *           }
                     *         ],
                     *         "requires_human_review": false
                     *       },
                     *       "prescription_stale": false,
                     *       "tier": "full",
                     *       "products": [],
                     *       "coverage": {
                     *         "carb_g": {
                     *           "planned": 0,
                     *           "prescribed": 207,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "sodium_mg": {
                     *           "planned": 0,
                     *           "prescribed": 1050,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "fluid_ml": {
                     *           "planned": 0,
                     *           "prescribed": 1890,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "caffeine_mg": {
                     *           "planned": 0,
                     *           "prescribed": null,
                     *           "percent": null,
                     *           "unknown_product_ids": []
                     *         },
                     *         "warnings": []
                     *       },
                     *       "feedback": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Activity"] | components["schemas"]["WrittenActivity"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-external_id_taken"];
            412: components["responses"]["412-precondition_failed"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listActivitiesOfAthletes: {
        parameters: {
            query: {
                limit?: number;
                cursor?: string;
                /** @description Identifiers of up to 50 athletes, separated by commas. */
                athlete_ids: string;
                /** @description First UTC day, inclusive. */
                from: string;
                /** @description Last UTC day, inclusive, at most 13 days later. */
                to: string;
                /** @description `asc` (default): oldest first. */
                order?: "asc" | "desc";
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of activities. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *           "type": "run",
                     *           "duration_min": 210,
                     *           "intensity_level": 7,
                     *           "thermal_stress_level": null,
                     *           "is_race_event": true,
                     *           "name": "City marathon",
                     *           "scheduled_at": "2026-11-29T08:00:00.000Z",
                     *           "external_id": null,
                     *           "weather": {
                     *             "temperature_c": 24,
                     *             "humidity_percent": 65,
                     *             "shade": false
                     *           },
                     *           "average_power_w": null,
                     *           "distance_km": 42.2,
                     *           "elevation_gain_m": 120,
                     *           "altitude_m": null,
                     *           "segments": null,
                     *           "steps": null,
                     *           "course": {
                     *             "distance_km": 42.195,
                     *             "elevation_gain_m": 120,
                     *             "aid_stations": [
                     *               {
                     *                 "km": 10,
                     *                 "name": "Bridge",
                     *                 "offers": [
                     *                   "water",
                     *                   "sports_drink"
                     *                 ]
                     *               }
                     *             ],
                     *             "points": null
                     *           },
                     *           "vessels": [
                     *             {
                     *               "kind": "flask",
                     *               "volume_ml": 500,
                     *               "count": 1
                     *             }
                     *           ],
                     *           "caffeine": null,
                     *           "prescription": {
                     *             "carb_g_per_hr": 70,
                     *             "sodium_mg_per_hr": 430,
                     *             "fluid_ml_per_hr": 770,
                     *             "total_carb_g": 245,
                     *             "total_sodium_mg": 1510,
                     *             "total_fluid_ml": 2700,
                     *             "calculated_at": "2026-11-21T09:30:00.000Z"
                     *           },
                     *           "safety": {
                     *             "max_safe_fluid_ml_per_hr": 880,
                     *             "max_safe_sodium_mg_per_hr": 1160,
                     *             "confidence_score": 0.846,
                     *             "not_instructions": true,
                     *             "warnings": [
                     *               {
                     *                 "code": "HEAT_CAUTION",
                     *                 "severity": "caution",
                     *                 "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *               },
                     *               {
                     *                 "code": "SWEAT_EXCEEDS_GUT",
                     *                 "severity": "info",
                     *                 "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *               }
                     *             ],
                     *             "requires_human_review": false
                     *           },
                     *           "prescription_stale": false,
                     *           "tier": "full",
                     *           "products": [],
                     *           "coverage": {
                     *             "carb_g": {
                     *               "planned": 0,
                     *               "prescribed": 207,
                     *               "percent": 0,
                     *               "unknown_product_ids": []
                     *             },
                     *             "sodium_mg": {
                     *               "planned": 0,
                     *               "prescribed": 1050,
                     *               "percent": 0,
                     *               "unknown_product_ids": []
                     *             },
                     *             "fluid_ml": {
                     *               "planned": 0,
                     *               "prescribed": 1890,
                     *               "percent": 0,
                     *               "unknown_product_ids": []
                     *             },
                     *             "caffeine_mg": {
                     *               "planned": 0,
                     *               "prescribed": null,
                     *               "percent": null,
                     *               "unknown_product_ids": []
                     *             },
                     *             "warnings": []
                     *           },
                     *           "feedback": null,
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null,
                     *       "not_found": []
                     *     }
                     */
                    "application/json": components["schemas"]["ActivitiesOfAthletes"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listActivityTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All types. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "type": "run",
                     *           "label": "Run",
                     *           "is_multi_sport": false,
                     *           "strava": [
                     *             "Run",
                     *             "VirtualRun"
                     *           ],
                     *           "garmin_fit": [
                     *             "running",
                     *             "running/street",
                     *             "running/track",
                     *             "running/ultra",
                     *             "running/virtual_activity"
                     *           ],
                     *           "training_peaks": [
                     *             "Run"
                     *           ],
                     *           "polar": [
                     *             "RUNNING",
                     *             "ROAD_RUNNING",
                     *             "TRACK_AND_FIELD_RUNNING"
                     *           ]
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ActivityTypeList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    upsertActivities: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "activities": [
                 *         {
                 *           "athlete_external_id": "sandbox-marathon",
                 *           "external_id": "workout-88",
                 *           "type": "run",
                 *           "duration_min": 210,
                 *           "scheduled_at": "2026-11-29T08:00:00Z"
                 *         }
                 *       ],
                 *       "calculate": true
                 *     }
                 */
                "application/json": components["schemas"]["ActivityBatch"];
            };
        };
        responses: {
            /** @description One result per activity. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "status": "created",
                     *           "activity": {
                     *             "id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *             "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *             "type": "run",
                     *             "duration_min": 210,
                     *             "intensity_level": 7,
                     *             "thermal_stress_level": null,
                     *             "is_race_event": true,
                     *             "name": "City marathon",
                     *             "scheduled_at": "2026-11-29T08:00:00.000Z",
                     *             "external_id": "workout-88",
                     *             "weather": {
                     *               "temperature_c": 24,
                     *               "humidity_percent": 65,
                     *               "shade": false
                     *             },
                     *             "average_power_w": null,
                     *             "distance_km": 42.2,
                     *             "elevation_gain_m": 120,
                     *             "altitude_m": null,
                     *             "segments": null,
                     *             "steps": null,
                     *             "course": {
                     *               "distance_km": 42.195,
                     *               "elevation_gain_m": 120,
                     *               "aid_stations": [
                     *                 {
                     *                   "km": 10,
                     *                   "name": "Bridge",
                     *                   "offers": [
                     *                     "water",
                     *                     "sports_drink"
                     *                   ]
                     *                 }
                     *               ],
                     *               "points": null
                     *             },
                     *             "vessels": [
                     *               {
                     *                 "kind": "flask",
                     *                 "volume_ml": 500,
                     *                 "count": 1
                     *               }
                     *             ],
                     *             "caffeine": null,
                     *             "prescription": {
                     *               "carb_g_per_hr": 70,
                     *               "sodium_mg_per_hr": 430,
                     *               "fluid_ml_per_hr": 770,
                     *               "total_carb_g": 245,
                     *               "total_sodium_mg": 1510,
                     *               "total_fluid_ml": 2700,
                     *               "calculated_at": "2026-11-21T09:30:00.000Z"
                     *             },
                     *             "safety": {
                     *               "max_safe_fluid_ml_per_hr": 880,
                     *               "max_safe_sodium_mg_per_hr": 1160,
                     *               "confidence_score": 0.846,
                     *               "not_instructions": true,
                     *               "warnings": [
                     *                 {
                     *                   "code": "HEAT_CAUTION",
                     *                   "severity": "caution",
                     *                   "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *                 },
                     *                 {
                     *                   "code": "SWEAT_EXCEEDS_GUT",
                     *                   "severity": "info",
                     *                   "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *                 }
                     *               ],
                     *               "requires_human_review": false
                     *             },
                     *             "prescription_stale": false,
                     *             "tier": "full",
                     *             "products": [],
                     *             "coverage": {
                     *               "carb_g": {
                     *                 "planned": 0,
                     *                 "prescribed": 207,
                     *                 "percent": 0,
                     *                 "unknown_product_ids": []
                     *               },
                     *               "sodium_mg": {
                     *                 "planned": 0,
                     *                 "prescribed": 1050,
                     *                 "percent": 0,
                     *                 "unknown_product_ids": []
                     *               },
                     *               "fluid_ml": {
                     *                 "planned": 0,
                     *                 "prescribed": 1890,
                     *                 "percent": 0,
                     *                 "unknown_product_ids": []
                     *               },
                     *               "caffeine_mg": {
                     *                 "planned": 0,
                     *                 "prescribed": null,
                     *                 "percent": null,
                     *                 "unknown_product_ids": []
                     *               },
                     *               "warnings": []
                     *             },
                     *             "feedback": null,
                     *             "created_at": "2026-11-21T09:30:00.000Z",
                     *             "updated_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ActivityResults"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    deleteActivities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "activities": [
                 *         {
                 *           "athlete_external_id": "sandbox-marathon",
                 *           "external_id": "workout-88"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ActivityDeletion"];
            };
        };
        responses: {
            /** @description One result per activity. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "status": "deleted"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeletionResults"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getPrescription: {
        parameters: {
            query?: {
                /** @description `explanation` adds the steps behind each number, `trajectory` weight, blood sodium and gut content over time. */
                include?: "explanation" | "trajectory" | "explanation,trajectory" | "trajectory,explanation";
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
                /** @description Returns 304 if this is still the current state. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The envelope. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "prescription": {
                     *         "carb_g_per_hr": 70,
                     *         "sodium_mg_per_hr": 430,
                     *         "fluid_ml_per_hr": 770,
                     *         "total_carb_g": 245,
                     *         "total_sodium_mg": 1510,
                     *         "total_fluid_ml": 2700,
                     *         "calculated_at": "2026-11-21T09:30:00.000Z"
                     *       },
                     *       "safety": {
                     *         "max_safe_fluid_ml_per_hr": 880,
                     *         "max_safe_sodium_mg_per_hr": 1160,
                     *         "confidence_score": 0.846,
                     *         "not_instructions": true,
                     *         "warnings": [
                     *           {
                     *             "code": "HEAT_CAUTION",
                     *             "severity": "caution",
                     *             "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *           },
                     *           {
                     *             "code": "SWEAT_EXCEEDS_GUT",
                     *             "severity": "info",
                     *             "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *           }
                     *         ],
                     *         "requires_human_review": false
                     *       },
                     *       "tier": "full",
                     *       "engine_version": "3.0.0",
                     *       "stale": false,
                     *       "missing_fields": [
                     *         "sweat_rate_ml_per_hr",
                     *         "sweat_sodium_mg_per_l",
                     *         "saltiness_level"
                     *       ],
                     *       "ranges": {
                     *         "carb_g_per_hr": {
                     *           "min": 57,
                     *           "max": 86
                     *         },
                     *         "sodium_mg_per_hr": {
                     *           "min": 260,
                     *           "max": 720
                     *         },
                     *         "fluid_ml_per_hr": {
                     *           "min": 460,
                     *           "max": 780
                     *         }
                     *       },
                     *       "projection": {
                     *         "body_mass_change_percent": {
                     *           "value": -2.4,
                     *           "low": -6.1,
                     *           "high": 0
                     *         },
                     *         "plasma_sodium_mmol_per_l": {
                     *           "value": 142.5,
                     *           "low": 136.7,
                     *           "high": 152.6
                     *         },
                     *         "by_thirst": {
                     *           "body_mass_change_percent": {
                     *             "value": -2.4,
                     *             "low": -6.1,
                     *             "high": 0
                     *           },
                     *           "plasma_sodium_mmol_per_l": {
                     *             "value": 142.5,
                     *             "low": 136.7,
                     *             "high": 152.6
                     *           }
                     *         }
                     *       },
                     *       "intake": {
                     *         "drink_carb_g_per_l": 80,
                     *         "drink_sodium_mg_per_l": 560,
                     *         "food_carb_g_per_hr": 8
                     *       },
                     *       "drivers": [
                     *         {
                     *           "field": "sweat_rate_ml_per_hr",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.035,
                     *             "fluid_ml_per_hr": 0.328
                     *           }
                     *         },
                     *         {
                     *           "field": "sweat_sodium_mg_per_l",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.17,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         },
                     *         {
                     *           "field": "saltiness_level",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.09,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         },
                     *         {
                     *           "field": "carb_tolerance_g_per_hr",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0.031,
                     *             "sodium_mg_per_hr": 0,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         }
                     *       ],
                     *       "explanation_unavailable": null,
                     *       "legs": null,
                     *       "caffeine": null
                     *     }
                     */
                    "application/json": components["schemas"]["PrescriptionEnvelope"];
                };
            };
            /** @description Unchanged: you already have this state. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found-prescription_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    calculatePrescription: {
        parameters: {
            query?: {
                /** @description `safety` returns the same envelope as the GET. `safety,explanation` also adds the steps behind each number. */
                include?: "safety" | "safety,explanation";
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bare prescription, or the envelope with `include=safety`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    /** @description The URL of the envelope with the safety data. */
                    "Content-Location"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "carb_g_per_hr": 70,
                     *       "sodium_mg_per_hr": 430,
                     *       "fluid_ml_per_hr": 770,
                     *       "total_carb_g": 245,
                     *       "total_sodium_mg": 1510,
                     *       "total_fluid_ml": 2700,
                     *       "calculated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": (components["schemas"]["Prescription"] | components["schemas"]["BareTeaserPrescription"] | components["schemas"]["WrittenPrescription"] | components["schemas"]["WrittenTeaserPrescription"]) | components["schemas"]["PrescriptionEnvelope"] | components["schemas"]["WrittenEnvelope"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    calculateNutrition: {
        parameters: {
            query?: {
                /** @description `explanation` adds the steps behind each number, `trajectory` weight, blood sodium and gut content over time. */
                include?: "explanation" | "trajectory" | "explanation,trajectory" | "trajectory,explanation";
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile": {
                 *         "sex": "male",
                 *         "birth_year": 1990,
                 *         "body_mass_kg": 70,
                 *         "height_cm": 177,
                 *         "fitness_level": 4
                 *       },
                 *       "activity": {
                 *         "type": "run",
                 *         "duration_min": 210,
                 *         "intensity_level": 7,
                 *         "thermal_stress_level": 4,
                 *         "is_race_event": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Scenario"];
            };
        };
        responses: {
            /** @description The envelope. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "prescription": {
                     *         "carb_g_per_hr": 70,
                     *         "sodium_mg_per_hr": 430,
                     *         "fluid_ml_per_hr": 770,
                     *         "total_carb_g": 245,
                     *         "total_sodium_mg": 1510,
                     *         "total_fluid_ml": 2700,
                     *         "calculated_at": "2026-11-21T09:30:00.000Z"
                     *       },
                     *       "safety": {
                     *         "max_safe_fluid_ml_per_hr": 880,
                     *         "max_safe_sodium_mg_per_hr": 1160,
                     *         "confidence_score": 0.846,
                     *         "not_instructions": true,
                     *         "warnings": [
                     *           {
                     *             "code": "HEAT_CAUTION",
                     *             "severity": "caution",
                     *             "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *           },
                     *           {
                     *             "code": "SWEAT_EXCEEDS_GUT",
                     *             "severity": "info",
                     *             "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *           }
                     *         ],
                     *         "requires_human_review": false
                     *       },
                     *       "tier": "full",
                     *       "engine_version": "3.0.0",
                     *       "stale": false,
                     *       "missing_fields": [
                     *         "sweat_rate_ml_per_hr",
                     *         "sweat_sodium_mg_per_l",
                     *         "saltiness_level"
                     *       ],
                     *       "ranges": {
                     *         "carb_g_per_hr": {
                     *           "min": 57,
                     *           "max": 86
                     *         },
                     *         "sodium_mg_per_hr": {
                     *           "min": 260,
                     *           "max": 720
                     *         },
                     *         "fluid_ml_per_hr": {
                     *           "min": 460,
                     *           "max": 780
                     *         }
                     *       },
                     *       "projection": {
                     *         "body_mass_change_percent": {
                     *           "value": -2.4,
                     *           "low": -6.1,
                     *           "high": 0
                     *         },
                     *         "plasma_sodium_mmol_per_l": {
                     *           "value": 142.5,
                     *           "low": 136.7,
                     *           "high": 152.6
                     *         },
                     *         "by_thirst": {
                     *           "body_mass_change_percent": {
                     *             "value": -2.4,
                     *             "low": -6.1,
                     *             "high": 0
                     *           },
                     *           "plasma_sodium_mmol_per_l": {
                     *             "value": 142.5,
                     *             "low": 136.7,
                     *             "high": 152.6
                     *           }
                     *         }
                     *       },
                     *       "intake": {
                     *         "drink_carb_g_per_l": 80,
                     *         "drink_sodium_mg_per_l": 560,
                     *         "food_carb_g_per_hr": 8
                     *       },
                     *       "drivers": [
                     *         {
                     *           "field": "sweat_rate_ml_per_hr",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.035,
                     *             "fluid_ml_per_hr": 0.328
                     *           }
                     *         },
                     *         {
                     *           "field": "sweat_sodium_mg_per_l",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.17,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         },
                     *         {
                     *           "field": "saltiness_level",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.09,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         },
                     *         {
                     *           "field": "carb_tolerance_g_per_hr",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0.031,
                     *             "sodium_mg_per_hr": 0,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         }
                     *       ],
                     *       "explanation_unavailable": null,
                     *       "legs": null,
                     *       "caffeine": null
                     *     }
                     */
                    "application/json": components["schemas"]["PrescriptionEnvelope"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    calculateNutritionBatch: {
        parameters: {
            query?: {
                /** @description `explanation` adds the steps behind each number. */
                include?: "explanation";
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scenarios": [
                 *         {
                 *           "profile": {
                 *             "sex": "male",
                 *             "birth_year": 1990,
                 *             "body_mass_kg": 70,
                 *             "height_cm": 177,
                 *             "fitness_level": 4
                 *           },
                 *           "activity": {
                 *             "type": "run",
                 *             "duration_min": 210,
                 *             "intensity_level": 7,
                 *             "thermal_stress_level": 4,
                 *             "is_race_event": true
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchInput"];
            };
        };
        responses: {
            /** @description One result per scenario. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "prescription": {
                     *             "carb_g_per_hr": 70,
                     *             "sodium_mg_per_hr": 430,
                     *             "fluid_ml_per_hr": 770,
                     *             "total_carb_g": 245,
                     *             "total_sodium_mg": 1510,
                     *             "total_fluid_ml": 2700,
                     *             "calculated_at": "2026-11-21T09:30:00.000Z"
                     *           },
                     *           "safety": {
                     *             "max_safe_fluid_ml_per_hr": 880,
                     *             "max_safe_sodium_mg_per_hr": 1160,
                     *             "confidence_score": 0.846,
                     *             "not_instructions": true,
                     *             "warnings": [
                     *               {
                     *                 "code": "HEAT_CAUTION",
                     *                 "severity": "caution",
                     *                 "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *               },
                     *               {
                     *                 "code": "SWEAT_EXCEEDS_GUT",
                     *                 "severity": "info",
                     *                 "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *               }
                     *             ],
                     *             "requires_human_review": false
                     *           },
                     *           "tier": "full",
                     *           "engine_version": "3.0.0",
                     *           "stale": false,
                     *           "missing_fields": [
                     *             "sweat_rate_ml_per_hr",
                     *             "sweat_sodium_mg_per_l",
                     *             "saltiness_level"
                     *           ],
                     *           "ranges": {
                     *             "carb_g_per_hr": {
                     *               "min": 57,
                     *               "max": 86
                     *             },
                     *             "sodium_mg_per_hr": {
                     *               "min": 260,
                     *               "max": 720
                     *             },
                     *             "fluid_ml_per_hr": {
                     *               "min": 460,
                     *               "max": 780
                     *             }
                     *           },
                     *           "projection": {
                     *             "body_mass_change_percent": {
                     *               "value": -2.4,
                     *               "low": -6.1,
                     *               "high": 0
                     *             },
                     *             "plasma_sodium_mmol_per_l": {
                     *               "value": 142.5,
                     *               "low": 136.7,
                     *               "high": 152.6
                     *             },
                     *             "by_thirst": {
                     *               "body_mass_change_percent": {
                     *                 "value": -2.4,
                     *                 "low": -6.1,
                     *                 "high": 0
                     *               },
                     *               "plasma_sodium_mmol_per_l": {
                     *                 "value": 142.5,
                     *                 "low": 136.7,
                     *                 "high": 152.6
                     *               }
                     *             }
                     *           },
                     *           "intake": {
                     *             "drink_carb_g_per_l": 80,
                     *             "drink_sodium_mg_per_l": 560,
                     *             "food_carb_g_per_hr": 8
                     *           },
                     *           "drivers": [
                     *             {
                     *               "field": "sweat_rate_ml_per_hr",
                     *               "narrows_by": {
                     *                 "carb_g_per_hr": 0,
                     *                 "sodium_mg_per_hr": 0.035,
                     *                 "fluid_ml_per_hr": 0.328
                     *               }
                     *             },
                     *             {
                     *               "field": "sweat_sodium_mg_per_l",
                     *               "narrows_by": {
                     *                 "carb_g_per_hr": 0,
                     *                 "sodium_mg_per_hr": 0.17,
                     *                 "fluid_ml_per_hr": 0
                     *               }
                     *             },
                     *             {
                     *               "field": "saltiness_level",
                     *               "narrows_by": {
                     *                 "carb_g_per_hr": 0,
                     *                 "sodium_mg_per_hr": 0.09,
                     *                 "fluid_ml_per_hr": 0
                     *               }
                     *             },
                     *             {
                     *               "field": "carb_tolerance_g_per_hr",
                     *               "narrows_by": {
                     *                 "carb_g_per_hr": 0.031,
                     *                 "sodium_mg_per_hr": 0,
                     *                 "fluid_ml_per_hr": 0
                     *               }
                     *             }
                     *           ],
                     *           "explanation_unavailable": null,
                     *           "legs": null,
                     *           "caffeine": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    planGutTraining: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wanted_carb_g_per_hr": 90,
                 *       "race_at": "2030-04-14T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["GutTrainingRequest"];
            };
        };
        responses: {
            /** @description The weeks, or the reason why there are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tier": "full",
                     *       "gut_training": {
                     *         "start_g_per_hr": 60,
                     *         "goal_g_per_hr": 90,
                     *         "reaches_g_per_hr": 90,
                     *         "weeks_needed": 4,
                     *         "weeks": [
                     *           {
                     *             "week": 1,
                     *             "target_g_per_hr": 70,
                     *             "sessions": 2,
                     *             "minutes": 60,
                     *             "hold": false
                     *           },
                     *           {
                     *             "week": 2,
                     *             "target_g_per_hr": 80,
                     *             "sessions": 2,
                     *             "minutes": 90,
                     *             "hold": false
                     *           },
                     *           {
                     *             "week": 3,
                     *             "target_g_per_hr": 90,
                     *             "sessions": 2,
                     *             "minutes": 90,
                     *             "hold": false
                     *           },
                     *           {
                     *             "week": 4,
                     *             "target_g_per_hr": 90,
                     *             "sessions": 2,
                     *             "minutes": 60,
                     *             "hold": true
                     *           }
                     *         ],
                     *         "reason": null
                     *       },
                     *       "requires_human_review": false,
                     *       "message": null,
                     *       "rules": [
                     *         "Practise in two sessions a week at race effort, with the products you will use in the race.",
                     *         "Above 60 g/h, take glucose and fructose at 2:1. Above 90 g/h, take them at 1:0.8.",
                     *         "After two good sessions, move to the next week. After a fair session, repeat the week. After a poor session, go back one step and repeat it.",
                     *         "After two poor sessions in a row, vomiting or diarrhoea, stop and race with the last amount you tolerated well. If you see blood, see a doctor.",
                     *         "In the race, take at most 100 g/h."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GutTrainingAnswer"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    tryCalculation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile": {
                 *         "sex": "female",
                 *         "body_mass_kg": 62
                 *       },
                 *       "activity": {
                 *         "type": "run",
                 *         "duration_min": 210,
                 *         "intensity_level": 6,
                 *         "weather": {
                 *           "temperature_c": 20,
                 *           "humidity_percent": 55
                 *         },
                 *         "is_race_event": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TryScenario"];
            };
        };
        responses: {
            /** @description The envelope with the full numbers. Show the attribution with it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "prescription": {
                     *         "carb_g_per_hr": 70,
                     *         "sodium_mg_per_hr": 430,
                     *         "fluid_ml_per_hr": 770,
                     *         "total_carb_g": 245,
                     *         "total_sodium_mg": 1510,
                     *         "total_fluid_ml": 2700,
                     *         "calculated_at": "2026-11-21T09:30:00.000Z"
                     *       },
                     *       "safety": {
                     *         "max_safe_fluid_ml_per_hr": 880,
                     *         "max_safe_sodium_mg_per_hr": 1160,
                     *         "confidence_score": 0.846,
                     *         "not_instructions": true,
                     *         "warnings": [
                     *           {
                     *             "code": "HEAT_CAUTION",
                     *             "severity": "caution",
                     *             "message": "Hot conditions. Start slower, and use shade and cooling. Stop if you feel chilled, dizzy or confused."
                     *           },
                     *           {
                     *             "code": "SWEAT_EXCEEDS_GUT",
                     *             "severity": "info",
                     *             "message": "You may sweat about 1.1 litres per hour, more than your stomach can take in at this effort. Don’t try to replace it all. Pacing and cooling help more."
                     *           }
                     *         ],
                     *         "requires_human_review": false
                     *       },
                     *       "tier": "full",
                     *       "engine_version": "3.0.0",
                     *       "stale": false,
                     *       "missing_fields": [
                     *         "sweat_rate_ml_per_hr",
                     *         "sweat_sodium_mg_per_l",
                     *         "saltiness_level"
                     *       ],
                     *       "ranges": {
                     *         "carb_g_per_hr": {
                     *           "min": 57,
                     *           "max": 86
                     *         },
                     *         "sodium_mg_per_hr": {
                     *           "min": 260,
                     *           "max": 720
                     *         },
                     *         "fluid_ml_per_hr": {
                     *           "min": 460,
                     *           "max": 780
                     *         }
                     *       },
                     *       "projection": {
                     *         "body_mass_change_percent": {
                     *           "value": -2.4,
                     *           "low": -6.1,
                     *           "high": 0
                     *         },
                     *         "plasma_sodium_mmol_per_l": {
                     *           "value": 142.5,
                     *           "low": 136.7,
                     *           "high": 152.6
                     *         },
                     *         "by_thirst": {
                     *           "body_mass_change_percent": {
                     *             "value": -2.4,
                     *             "low": -6.1,
                     *             "high": 0
                     *           },
                     *           "plasma_sodium_mmol_per_l": {
                     *             "value": 142.5,
                     *             "low": 136.7,
                     *             "high": 152.6
                     *           }
                     *         }
                     *       },
                     *       "intake": {
                     *         "drink_carb_g_per_l": 80,
                     *         "drink_sodium_mg_per_l": 560,
                     *         "food_carb_g_per_hr": 8
                     *       },
                     *       "drivers": [
                     *         {
                     *           "field": "sweat_rate_ml_per_hr",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.035,
                     *             "fluid_ml_per_hr": 0.328
                     *           }
                     *         },
                     *         {
                     *           "field": "sweat_sodium_mg_per_l",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.17,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         },
                     *         {
                     *           "field": "saltiness_level",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0,
                     *             "sodium_mg_per_hr": 0.09,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         },
                     *         {
                     *           "field": "carb_tolerance_g_per_hr",
                     *           "narrows_by": {
                     *             "carb_g_per_hr": 0.031,
                     *             "sodium_mg_per_hr": 0,
                     *             "fluid_ml_per_hr": 0
                     *           }
                     *         }
                     *       ],
                     *       "explanation_unavailable": null,
                     *       "legs": null,
                     *       "caffeine": null,
                     *       "trajectory": {
                     *         "step_min": 15,
                     *         "scenarios": [
                     *           {
                     *             "name": "planned",
                     *             "points": [
                     *               {
                     *                 "at_min": 0,
                     *                 "fluid_ml": 0,
                     *                 "sodium_mg": 0,
                     *                 "carb_g": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 140,
                     *                 "carb_in_gut_g": 0
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "fluid_ml": 2700,
                     *                 "sodium_mg": 1510,
                     *                 "carb_g": 245,
                     *                 "body_mass_change_percent": -2.4,
                     *                 "plasma_sodium_mmol_per_l": 142.5,
                     *                 "carb_in_gut_g": 0
                     *               }
                     *             ],
                     *             "low": [
                     *               {
                     *                 "at_min": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 138.5
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "body_mass_change_percent": -6.1,
                     *                 "plasma_sodium_mmol_per_l": 136.7
                     *               }
                     *             ],
                     *             "high": [
                     *               {
                     *                 "at_min": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 141.5
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 152.6
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "name": "thirst",
                     *             "points": [
                     *               {
                     *                 "at_min": 0,
                     *                 "fluid_ml": 0,
                     *                 "sodium_mg": 0,
                     *                 "carb_g": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 140,
                     *                 "carb_in_gut_g": 0
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "fluid_ml": 2700,
                     *                 "sodium_mg": 1510,
                     *                 "carb_g": 245,
                     *                 "body_mass_change_percent": -2.4,
                     *                 "plasma_sodium_mmol_per_l": 142.5,
                     *                 "carb_in_gut_g": 0
                     *               }
                     *             ],
                     *             "low": [
                     *               {
                     *                 "at_min": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 138.5
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "body_mass_change_percent": -6.1,
                     *                 "plasma_sodium_mmol_per_l": 136.7
                     *               }
                     *             ],
                     *             "high": [
                     *               {
                     *                 "at_min": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 141.5
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 152.6
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "name": "ceiling",
                     *             "points": [
                     *               {
                     *                 "at_min": 0,
                     *                 "fluid_ml": 0,
                     *                 "sodium_mg": 0,
                     *                 "carb_g": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 140,
                     *                 "carb_in_gut_g": 0
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "fluid_ml": 3080,
                     *                 "sodium_mg": 0,
                     *                 "carb_g": 245,
                     *                 "body_mass_change_percent": -1.7,
                     *                 "plasma_sodium_mmol_per_l": 138,
                     *                 "carb_in_gut_g": 0
                     *               }
                     *             ],
                     *             "low_sweat": [
                     *               {
                     *                 "at_min": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 140
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "body_mass_change_percent": 0.7,
                     *                 "plasma_sodium_mmol_per_l": 132.6
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "name": "nothing",
                     *             "points": [
                     *               {
                     *                 "at_min": 0,
                     *                 "fluid_ml": 0,
                     *                 "sodium_mg": 0,
                     *                 "carb_g": 0,
                     *                 "body_mass_change_percent": 0,
                     *                 "plasma_sodium_mmol_per_l": 140,
                     *                 "carb_in_gut_g": 0
                     *               },
                     *               {
                     *                 "at_min": 210,
                     *                 "fluid_ml": 0,
                     *                 "sodium_mg": 0,
                     *                 "carb_g": 0,
                     *                 "body_mass_change_percent": -7.3,
                     *                 "plasma_sodium_mmol_per_l": 157.1,
                     *                 "carb_in_gut_g": 0
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "attribution": {
                     *         "text": "Powered by Musette",
                     *         "url": "https://musette.example"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TriedPrescriptionEnvelope"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            403: components["responses"]["403-https_required-foreign_origin"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable"];
        };
    };
    getFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feedback. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "fbk_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "activity_id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "gi_comfort": "good",
                     *       "energy_level": "adequate",
                     *       "hydration_feel": "dehydrated",
                     *       "notes": "Warm last hour.",
                     *       "actual_intake": {
                     *         "carbs_grams": 205,
                     *         "fluid_ml": 1180,
                     *         "sodium_mg": 1100
                     *       },
                     *       "body_mass_before_kg": null,
                     *       "body_mass_after_kg": null,
                     *       "urine_ml": null,
                     *       "learned": [
                     *         {
                     *           "parameter": "sweat_rate_multiplier",
                     *           "before": 1.105,
                     *           "after": 1.21,
                     *           "unit": "×",
                     *           "reason": "you felt dehydrated after drinking 337 ml/h"
                     *         },
                     *         {
                     *           "parameter": "run_carb_tolerance",
                     *           "before": 75,
                     *           "after": 80.6,
                     *           "unit": "g/h",
                     *           "reason": "your gut was good at 59 g/h"
                     *         },
                     *         {
                     *           "parameter": "carb_need_multiplier",
                     *           "before": 1,
                     *           "after": 0.923,
                     *           "unit": "×",
                     *           "reason": "your energy was adequate at 59 g/h"
                     *         }
                     *       ],
                     *       "not_learned": [],
                     *       "remarks": [],
                     *       "created_at": "2026-11-29T13:00:00.000Z",
                     *       "updated_at": "2026-11-29T13:00:00.000Z",
                     *       "tier": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["FeedbackAnswer"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found-feedback_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    giveFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gi_comfort": "good",
                 *       "energy_level": "adequate",
                 *       "hydration_feel": "dehydrated",
                 *       "notes": "Warm last hour.",
                 *       "actual_intake": {
                 *         "carbs_grams": 205,
                 *         "fluid_ml": 1180,
                 *         "sodium_mg": 1100
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FeedbackInput"];
            };
        };
        responses: {
            /** @description The feedback, which replaced an earlier one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "fbk_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "activity_id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "gi_comfort": "good",
                     *       "energy_level": "adequate",
                     *       "hydration_feel": "dehydrated",
                     *       "notes": "Warm last hour.",
                     *       "actual_intake": {
                     *         "carbs_grams": 205,
                     *         "fluid_ml": 1180,
                     *         "sodium_mg": 1100
                     *       },
                     *       "body_mass_before_kg": null,
                     *       "body_mass_after_kg": null,
                     *       "urine_ml": null,
                     *       "learned": [
                     *         {
                     *           "parameter": "sweat_rate_multiplier",
                     *           "before": 1.105,
                     *           "after": 1.21,
                     *           "unit": "×",
                     *           "reason": "you felt dehydrated after drinking 337 ml/h"
                     *         },
                     *         {
                     *           "parameter": "run_carb_tolerance",
                     *           "before": 75,
                     *           "after": 80.6,
                     *           "unit": "g/h",
                     *           "reason": "your gut was good at 59 g/h"
                     *         },
                     *         {
                     *           "parameter": "carb_need_multiplier",
                     *           "before": 1,
                     *           "after": 0.923,
                     *           "unit": "×",
                     *           "reason": "your energy was adequate at 59 g/h"
                     *         }
                     *       ],
                     *       "not_learned": [],
                     *       "remarks": [],
                     *       "created_at": "2026-11-29T13:00:00.000Z",
                     *       "updated_at": "2026-11-29T13:00:00.000Z",
                     *       "tier": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["FeedbackAnswer"];
                };
            };
            /** @description The first feedback on this activity. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "fbk_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "activity_id": "act_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "gi_comfort": "good",
                     *       "energy_level": "adequate",
                     *       "hydration_feel": "dehydrated",
                     *       "notes": "Warm last hour.",
                     *       "actual_intake": {
                     *         "carbs_grams": 205,
                     *         "fluid_ml": 1180,
                     *         "sodium_mg": 1100
                     *       },
                     *       "body_mass_before_kg": null,
                     *       "body_mass_after_kg": null,
                     *       "urine_ml": null,
                     *       "learned": [
                     *         {
                     *           "parameter": "sweat_rate_multiplier",
                     *           "before": 1.105,
                     *           "after": 1.21,
                     *           "unit": "×",
                     *           "reason": "you felt dehydrated after drinking 337 ml/h"
                     *         },
                     *         {
                     *           "parameter": "run_carb_tolerance",
                     *           "before": 75,
                     *           "after": 80.6,
                     *           "unit": "g/h",
                     *           "reason": "your gut was good at 59 g/h"
                     *         },
                     *         {
                     *           "parameter": "carb_need_multiplier",
                     *           "before": 1,
                     *           "after": 0.923,
                     *           "unit": "×",
                     *           "reason": "your energy was adequate at 59 g/h"
                     *         }
                     *       ],
                     *       "not_learned": [],
                     *       "remarks": [],
                     *       "created_at": "2026-11-29T13:00:00.000Z",
                     *       "updated_at": "2026-11-29T13:00:00.000Z",
                     *       "tier": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["FeedbackAnswer"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    deleteFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found-feedback_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listSweatTests: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sweat tests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "swt_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *           "type": "run",
                     *           "duration_min": 60,
                     *           "body_mass_before_kg": 58.4,
                     *           "body_mass_after_kg": 57.7,
                     *           "fluid_ml": 300,
                     *           "urine_ml": 0,
                     *           "intensity_level": 6,
                     *           "weather": {
                     *             "temperature_c": 22,
                     *             "humidity_percent": 55,
                     *             "shade": false
                     *           },
                     *           "tested_at": "2026-11-22T09:00:00.000Z",
                     *           "food_g": null,
                     *           "thermal_stress_level": null,
                     *           "sweat_sodium_mg_per_l": null,
                     *           "sweat_rate_ml_per_hr": 1000,
                     *           "standard_error_ml_per_hr": 180,
                     *           "usable": true,
                     *           "learned": [
                     *             {
                     *               "parameter": "sweat_rate_multiplier",
                     *               "before": 1.105,
                     *               "after": 1.022,
                     *               "unit": "×",
                     *               "reason": "a weighed session gave 1000 ml/h"
                     *             }
                     *           ],
                     *           "not_learned": [],
                     *           "remarks": [],
                     *           "tier": "full",
                     *           "created_at": "2026-11-22T10:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["SweatTestList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    createSweatTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
                /** @description Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first response, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment. Reusing it for a different request is rejected (422 `idempotency_key_reused`). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "run",
                 *       "duration_min": 60,
                 *       "body_mass_before_kg": 58.4,
                 *       "body_mass_after_kg": 57.7,
                 *       "fluid_ml": 300,
                 *       "urine_ml": 0,
                 *       "intensity_level": 6,
                 *       "weather": {
                 *         "temperature_c": 22,
                 *         "humidity_percent": 55
                 *       },
                 *       "tested_at": "2026-11-22T09:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["SweatTestInput"];
            };
        };
        responses: {
            /** @description The sweat test. Without `profile:read`, a token sees only identifiers, tier and dates. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "swt_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "type": "run",
                     *       "duration_min": 60,
                     *       "body_mass_before_kg": 58.4,
                     *       "body_mass_after_kg": 57.7,
                     *       "fluid_ml": 300,
                     *       "urine_ml": 0,
                     *       "intensity_level": 6,
                     *       "weather": {
                     *         "temperature_c": 22,
                     *         "humidity_percent": 55,
                     *         "shade": false
                     *       },
                     *       "tested_at": "2026-11-22T09:00:00.000Z",
                     *       "food_g": null,
                     *       "thermal_stress_level": null,
                     *       "sweat_sodium_mg_per_l": null,
                     *       "sweat_rate_ml_per_hr": 1000,
                     *       "standard_error_ml_per_hr": 180,
                     *       "usable": true,
                     *       "learned": [
                     *         {
                     *           "parameter": "sweat_rate_multiplier",
                     *           "before": 1.105,
                     *           "after": 1.022,
                     *           "unit": "×",
                     *           "reason": "a weighed session gave 1000 ml/h"
                     *         }
                     *       ],
                     *       "not_learned": [],
                     *       "remarks": [],
                     *       "tier": "full",
                     *       "created_at": "2026-11-22T10:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SweatTest"] | components["schemas"]["WrittenSweatTest"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-idempotency_key_reused"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getSweatTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                sweat_test_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sweat test. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "swt_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "type": "run",
                     *       "duration_min": 60,
                     *       "body_mass_before_kg": 58.4,
                     *       "body_mass_after_kg": 57.7,
                     *       "fluid_ml": 300,
                     *       "urine_ml": 0,
                     *       "intensity_level": 6,
                     *       "weather": {
                     *         "temperature_c": 22,
                     *         "humidity_percent": 55,
                     *         "shade": false
                     *       },
                     *       "tested_at": "2026-11-22T09:00:00.000Z",
                     *       "food_g": null,
                     *       "thermal_stress_level": null,
                     *       "sweat_sodium_mg_per_l": null,
                     *       "sweat_rate_ml_per_hr": 1000,
                     *       "standard_error_ml_per_hr": 180,
                     *       "usable": true,
                     *       "learned": [
                     *         {
                     *           "parameter": "sweat_rate_multiplier",
                     *           "before": 1.105,
                     *           "after": 1.022,
                     *           "unit": "×",
                     *           "reason": "a weighed session gave 1000 ml/h"
                     *         }
                     *       ],
                     *       "not_learned": [],
                     *       "remarks": [],
                     *       "tier": "full",
                     *       "created_at": "2026-11-22T10:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SweatTest"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-sweat_test_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    deleteSweatTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                sweat_test_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-sweat_test_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getLearned: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quantities. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "parameter": "sweat_rate_multiplier",
                     *           "mean": 1.21,
                     *           "standard_deviation": 0.267,
                     *           "unit": "×",
                     *           "observations": 1,
                     *           "updated_at": "2026-11-29T08:00:00.000Z"
                     *         },
                     *         {
                     *           "parameter": "swim_sweat_rate_multiplier",
                     *           "mean": 1.105,
                     *           "standard_deviation": 0.276,
                     *           "unit": "×",
                     *           "observations": 0,
                     *           "updated_at": null
                     *         },
                     *         {
                     *           "parameter": "run_carb_tolerance",
                     *           "mean": 80.6,
                     *           "standard_deviation": 14.7,
                     *           "unit": "g/h",
                     *           "observations": 1,
                     *           "updated_at": "2026-11-29T08:00:00.000Z"
                     *         },
                     *         {
                     *           "parameter": "bike_carb_tolerance",
                     *           "mean": 77.8,
                     *           "standard_deviation": 18,
                     *           "unit": "g/h",
                     *           "observations": 0,
                     *           "updated_at": null
                     *         },
                     *         {
                     *           "parameter": "practised_run_carb",
                     *           "mean": 59,
                     *           "standard_deviation": null,
                     *           "unit": "g/h",
                     *           "observations": 1,
                     *           "updated_at": "2026-11-29T08:00:00.000Z"
                     *         },
                     *         {
                     *           "parameter": "practised_bike_carb",
                     *           "mean": 0,
                     *           "standard_deviation": null,
                     *           "unit": "g/h",
                     *           "observations": 0,
                     *           "updated_at": null
                     *         },
                     *         {
                     *           "parameter": "carb_need_multiplier",
                     *           "mean": 0.923,
                     *           "standard_deviation": 0.147,
                     *           "unit": "×",
                     *           "observations": 1,
                     *           "updated_at": "2026-11-29T08:00:00.000Z"
                     *         },
                     *         {
                     *           "parameter": "sweat_sodium",
                     *           "mean": 846,
                     *           "standard_deviation": 254,
                     *           "unit": "mg/L",
                     *           "observations": 0,
                     *           "updated_at": null
                     *         }
                     *       ],
                     *       "tier": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["Learned"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    attachProducts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "products": [
                 *         {
                 *           "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                 *           "servings": 8
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AttachInput"];
            };
        };
        responses: {
            /** @description All attached products and their coverage. `Location` points to the activity. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *           "id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *           "brand": "Maurten",
                     *           "name": "Gel 100",
                     *           "short_name": "Maurten Gel 100",
                     *           "category": "gel",
                     *           "servings": 8
                     *         }
                     *       ],
                     *       "coverage": {
                     *         "carb_g": {
                     *           "planned": 200,
                     *           "prescribed": 207,
                     *           "percent": 97,
                     *           "unknown_product_ids": []
                     *         },
                     *         "sodium_mg": {
                     *           "planned": 160,
                     *           "prescribed": 1050,
                     *           "percent": 15,
                     *           "unknown_product_ids": []
                     *         },
                     *         "fluid_ml": {
                     *           "planned": 0,
                     *           "prescribed": 1890,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "caffeine_mg": {
                     *           "planned": 0,
                     *           "prescribed": null,
                     *           "percent": null,
                     *           "unknown_product_ids": []
                     *         },
                     *         "warnings": []
                     *       },
                     *       "tier": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["AttachedProducts"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-athlete_rate_limited-athlete_daily_limit_reached-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    detachProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
                /** @description The example is made up. Use your own identifier. */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product was detached. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found-product_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getFuelPlan: {
        parameters: {
            query?: {
                suggest?: true | false;
                /** @description `any` plans caffeine, `none` plans none. Default: `caffeine` of the activity, else of the athlete. */
                caffeine?: "none" | "any";
                /** @description `trajectory` adds weight, blood sodium and gut content over time for the intake of the plan. */
                include?: "trajectory";
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. In teaser tier, the categories of its products. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    /** @description Accept and Accept-Language. */
                    Vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tier": "full",
                     *       "safety": {
                     *         "max_safe_fluid_ml_per_hr": 790,
                     *         "max_safe_sodium_mg_per_hr": 1070,
                     *         "confidence_score": 0.705,
                     *         "not_instructions": true,
                     *         "warnings": [
                     *           {
                     *             "code": "CARB_ABOVE_TOLERANCE",
                     *             "severity": "info",
                     *             "message": "About 70 g/h could help you. We assume your gut handles 59 g/h, so the plan stops there. Build up in training by 5 to 10 g/h every week or two, towards 70."
                     *           }
                     *         ],
                     *         "requires_human_review": false
                     *       },
                     *       "disclaimer": "Guidance, not instructions. Drink only when thirsty, and never exceed the limit.",
                     *       "allergens": "Check labels for allergens.",
                     *       "duration_min": 210,
                     *       "prescription_stale": false,
                     *       "products": [
                     *         {
                     *           "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *           "brand": "Maurten",
                     *           "name": "Gel 100",
                     *           "short_name": "Maurten Gel 100",
                     *           "category": "gel",
                     *           "servings": 8
                     *         }
                     *       ],
                     *       "legs": [
                     *         {
                     *           "type": "run",
                     *           "start_min": 0,
                     *           "end_min": 210
                     *         }
                     *       ],
                     *       "rows": [
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 15,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 30,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 60,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 90,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 105,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 135,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 165,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 180,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         }
                     *       ],
                     *       "timeline": [
                     *         {
                     *           "at_min": 15,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 25,
                     *             "sodium_mg": 20,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 30,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 50,
                     *             "sodium_mg": 40,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 60,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 75,
                     *             "sodium_mg": 60,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 90,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 100,
                     *             "sodium_mg": 80,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 105,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 125,
                     *             "sodium_mg": 100,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 135,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 150,
                     *             "sodium_mg": 120,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 165,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 175,
                     *             "sodium_mg": 140,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 180,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 200,
                     *             "sodium_mg": 160,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         }
                     *       ],
                     *       "totals": {
                     *         "carb_g": 200,
                     *         "sodium_mg": 160,
                     *         "fluid_ml": 0,
                     *         "caffeine_mg": 0
                     *       },
                     *       "coverage": {
                     *         "carb_g": {
                     *           "planned": 200,
                     *           "prescribed": 207,
                     *           "percent": 97,
                     *           "unknown_product_ids": []
                     *         },
                     *         "sodium_mg": {
                     *           "planned": 160,
                     *           "prescribed": 1050,
                     *           "percent": 15,
                     *           "unknown_product_ids": []
                     *         },
                     *         "fluid_ml": {
                     *           "planned": 0,
                     *           "prescribed": 1890,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "caffeine_mg": {
                     *           "planned": 0,
                     *           "prescribed": null,
                     *           "percent": null,
                     *           "unknown_product_ids": []
                     *         },
                     *         "warnings": []
                     *       },
                     *       "stations": [
                     *         {
                     *           "km": 0,
                     *           "at_min": 0,
                     *           "name": null,
                     *           "kind": "start",
                     *           "leave_with": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "servings": 8,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "take": []
                     *         },
                     *         {
                     *           "km": 42.195,
                     *           "at_min": 210,
                     *           "name": null,
                     *           "kind": "end",
                     *           "leave_with": [],
                     *           "take": []
                     *         }
                     *       ],
                     *       "bottles": [],
                     *       "shopping_list": [
                     *         {
                     *           "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *           "generic": null,
                     *           "servings": 8,
                     *           "packs": 8
                     *         }
                     *       ],
                     *       "notes": [],
                     *       "compromises": [],
                     *       "suggestion": null
                     *     }
                     */
                    "application/json": components["schemas"]["FuelPlan"] | components["schemas"]["TeaserFuelPlan"];
                    "image/svg+xml": string;
                    "text/html": string;
                    "application/vnd.ant.fit": string;
                    "text/calendar": string;
                    "text/plain": string;
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-full_tier_required-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found-prescription_not_found"];
            409: components["responses"]["409-not_scheduled"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-athlete_rate_limited-athlete_daily_limit_reached-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    replanFuelPlan: {
        parameters: {
            query?: {
                /** @description `any` plans caffeine, `none` plans none. Default: `caffeine` of the activity, else of the athlete. */
                caffeine?: "none" | "any";
                /** @description `trajectory` adds weight, blood sodium and gut content over time for the intake of the plan. */
                include?: "trajectory";
            };
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
                /** @description The example is made up. Use your own identifier. */
                activity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "at_min": 60,
                 *       "taken": {
                 *         "carb_g": 45,
                 *         "fluid_ml": 800,
                 *         "sodium_mg": 300
                 *       },
                 *       "stomach": "poor"
                 *     }
                 */
                "application/json": components["schemas"]["ReplanInput"];
            };
        };
        responses: {
            /** @description The plan for the rest of the session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tier": "full",
                     *       "safety": {
                     *         "max_safe_fluid_ml_per_hr": 790,
                     *         "max_safe_sodium_mg_per_hr": 1070,
                     *         "confidence_score": 0.705,
                     *         "not_instructions": true,
                     *         "warnings": [
                     *           {
                     *             "code": "CARB_ABOVE_TOLERANCE",
                     *             "severity": "info",
                     *             "message": "About 70 g/h could help you. We assume your gut handles 59 g/h, so the plan stops there. Build up in training by 5 to 10 g/h every week or two, towards 70."
                     *           }
                     *         ],
                     *         "requires_human_review": false
                     *       },
                     *       "disclaimer": "Guidance, not instructions. Drink only when thirsty, and never exceed the limit.",
                     *       "allergens": "Check labels for allergens.",
                     *       "duration_min": 210,
                     *       "prescription_stale": false,
                     *       "products": [
                     *         {
                     *           "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *           "brand": "Maurten",
                     *           "name": "Gel 100",
                     *           "short_name": "Maurten Gel 100",
                     *           "category": "gel",
                     *           "servings": 8
                     *         }
                     *       ],
                     *       "legs": [
                     *         {
                     *           "type": "run",
                     *           "start_min": 0,
                     *           "end_min": 210
                     *         }
                     *       ],
                     *       "rows": [
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 15,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 30,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 60,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 90,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 105,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 135,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 165,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         },
                     *         {
                     *           "kind": "eat",
                     *           "at_min": 180,
                     *           "km": null,
                     *           "leg": 0,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "water_ml": 0,
                     *           "bottles": [],
                     *           "station": null,
                     *           "caffeine_mg": 0
                     *         }
                     *       ],
                     *       "timeline": [
                     *         {
                     *           "at_min": 15,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 25,
                     *             "sodium_mg": 20,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 30,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 50,
                     *             "sodium_mg": 40,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 60,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 75,
                     *             "sodium_mg": 60,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 90,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 100,
                     *             "sodium_mg": 80,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 105,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 125,
                     *             "sodium_mg": 100,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 135,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 150,
                     *             "sodium_mg": 120,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 165,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 175,
                     *             "sodium_mg": 140,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         },
                     *         {
                     *           "at_min": 180,
                     *           "items": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "name": "Maurten Gel 100",
                     *               "short_name": "Maurten Gel 100",
                     *               "servings": 1,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "carb_g": 25,
                     *           "sodium_mg": 20,
                     *           "fluid_ml": 0,
                     *           "caffeine_mg": 0,
                     *           "cumulative": {
                     *             "carb_g": 200,
                     *             "sodium_mg": 160,
                     *             "fluid_ml": 0,
                     *             "caffeine_mg": 0
                     *           }
                     *         }
                     *       ],
                     *       "totals": {
                     *         "carb_g": 200,
                     *         "sodium_mg": 160,
                     *         "fluid_ml": 0,
                     *         "caffeine_mg": 0
                     *       },
                     *       "coverage": {
                     *         "carb_g": {
                     *           "planned": 200,
                     *           "prescribed": 207,
                     *           "percent": 97,
                     *           "unknown_product_ids": []
                     *         },
                     *         "sodium_mg": {
                     *           "planned": 160,
                     *           "prescribed": 1050,
                     *           "percent": 15,
                     *           "unknown_product_ids": []
                     *         },
                     *         "fluid_ml": {
                     *           "planned": 0,
                     *           "prescribed": 1890,
                     *           "percent": 0,
                     *           "unknown_product_ids": []
                     *         },
                     *         "caffeine_mg": {
                     *           "planned": 0,
                     *           "prescribed": null,
                     *           "percent": null,
                     *           "unknown_product_ids": []
                     *         },
                     *         "warnings": []
                     *       },
                     *       "stations": [
                     *         {
                     *           "km": 0,
                     *           "at_min": 0,
                     *           "name": null,
                     *           "kind": "start",
                     *           "leave_with": [
                     *             {
                     *               "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *               "generic": null,
                     *               "servings": 8,
                     *               "fluid_ml": 0
                     *             }
                     *           ],
                     *           "take": []
                     *         },
                     *         {
                     *           "km": 42.195,
                     *           "at_min": 210,
                     *           "name": null,
                     *           "kind": "end",
                     *           "leave_with": [],
                     *           "take": []
                     *         }
                     *       ],
                     *       "bottles": [],
                     *       "shopping_list": [
                     *         {
                     *           "product_id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *           "generic": null,
                     *           "servings": 8,
                     *           "packs": 8
                     *         }
                     *       ],
                     *       "notes": [],
                     *       "compromises": [],
                     *       "suggestion": null
                     *     }
                     */
                    "application/json": components["schemas"]["FuelPlan"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-full_tier_required-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-activity_not_found-prescription_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-athlete_rate_limited-athlete_daily_limit_reached-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listProducts: {
        parameters: {
            query: {
                /** @description The athlete the products are for. Required, because every access counts towards an athlete's budget. */
                athlete_id: string;
                /** @description Words from the brand or name. Short forms and typos are understood. Blank means no search. */
                q?: string;
                /** @description One brand, by its full name or usual short form. */
                brand?: string;
                category?: "gel" | "isotonic_gel" | "chew" | "bar" | "waffle" | "drink_mix" | "ready_to_drink" | "electrolyte_drink" | "electrolyte_tablet" | "electrolyte_capsule" | "electrolyte_chew" | "caffeine_chew" | "real_food";
                /** @description `none`: products known to be caffeine-free. `any`: products with caffeine. Products with unknown caffeine match neither. */
                caffeine?: "none" | "any";
                vegan?: true | false;
                gluten_free?: true | false;
                min_carb_g?: number;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products, in the shape of the athlete's tier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *           "brand": "Maurten",
                     *           "name": "Gel 100",
                     *           "short_name": "Maurten Gel 100",
                     *           "category": "gel",
                     *           "serving": {
                     *             "label": "1 sachet (40 g)",
                     *             "mass_g": 40,
                     *             "volume_ml": null,
                     *             "mix_water_ml": null
                     *           },
                     *           "energy_kcal": 100,
                     *           "carb_g": 25,
                     *           "sugar_g": 25,
                     *           "sodium_mg": 20,
                     *           "caffeine_mg": 0,
                     *           "protein_g": 0,
                     *           "glucose_fructose_ratio": "1:0.8",
                     *           "vegan": null,
                     *           "gluten_free": null,
                     *           "facts": {
                     *             "basis": "label-seen",
                     *             "confidence": "high",
                     *             "recalled_fields": [
                     *               "protein_g"
                     *             ],
                     *             "note": null
                     *           }
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null,
                     *       "tier": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-athlete_rate_limited-athlete_daily_limit_reached-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listGenericFoods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All generic foods. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "water",
                     *           "category": "ready_to_drink",
                     *           "serving": "1 cup (150 ml)",
                     *           "carb_g": 0,
                     *           "sodium_mg": 0,
                     *           "fluid_ml": 150,
                     *           "caffeine_mg": 0,
                     *           "vegan": true,
                     *           "gluten_free": true,
                     *           "source": "plain drinking water; its minerals are ignored"
                     *         },
                     *         {
                     *           "id": "sports_drink",
                     *           "category": "ready_to_drink",
                     *           "serving": "1 cup (150 ml)",
                     *           "carb_g": 9,
                     *           "sodium_mg": 70,
                     *           "fluid_ml": 150,
                     *           "caffeine_mg": 0,
                     *           "vegan": true,
                     *           "gluten_free": null,
                     *           "source": "60 g of carbohydrate and 460 mg of sodium per litre: a usual isotonic drink, recalled"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["GenericFoodList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listProductCategories: {
        parameters: {
            query: {
                /** @description The athlete the products are for. Required, because every access counts towards an athlete's budget. */
                athlete_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All categories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "category": "gel",
                     *           "label": "Gel",
                     *           "product_count": 84
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null,
                     *       "tier": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-athlete_rate_limited-athlete_daily_limit_reached-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getProduct: {
        parameters: {
            query: {
                /** @description The athlete the products are for. Required, because every access counts towards an athlete's budget. */
                athlete_id: string;
            };
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product, in the shape of the athlete's tier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prd_01m7xpe63gb1ncbczrhnz5w4nr",
                     *       "brand": "Maurten",
                     *       "name": "Gel 100",
                     *       "short_name": "Maurten Gel 100",
                     *       "category": "gel",
                     *       "serving": {
                     *         "label": "1 sachet (40 g)",
                     *         "mass_g": 40,
                     *         "volume_ml": null,
                     *         "mix_water_ml": null
                     *       },
                     *       "energy_kcal": 100,
                     *       "carb_g": 25,
                     *       "sugar_g": 25,
                     *       "sodium_mg": 20,
                     *       "caffeine_mg": 0,
                     *       "protein_g": 0,
                     *       "glucose_fructose_ratio": "1:0.8",
                     *       "vegan": null,
                     *       "gluten_free": null,
                     *       "facts": {
                     *         "basis": "label-seen",
                     *         "confidence": "high",
                     *         "recalled_fields": [
                     *           "protein_g"
                     *         ],
                     *         "note": null
                     *       },
                     *       "tier": "full"
                     *     }
                     */
                    "application/json": components["schemas"]["SingleProduct"] | components["schemas"]["SingleTeaserProduct"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found-product_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-athlete_rate_limited-athlete_daily_limit_reached-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listProductAccesses: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description First UTC day, inclusive. */
                from?: string;
                /** @description Last UTC day, inclusive. */
                to?: string;
                /** @description Only accesses for this athlete. */
                athlete_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accesses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "acc_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "partner_id": "prt_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *           "query": "/v1/products?q=maurten&limit=10",
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "result_count": 7
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ProductAccessList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    exportAthlete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The language of warnings, notes and plans: `en`, `de`, `fr`, `es`, `it` or `ja`, for example `de-AT, fr;q=0.8`. Without it, or with `*`, the athlete's `locale` decides. The default is English. Codes are never translated. */
                "Accept-Language"?: string;
            };
            path: {
                /** @description The example is made up. Use your own identifier. */
                athlete_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "export_version": 1,
                     *       "generated_at": "2026-11-21T09:30:00.000Z",
                     *       "athlete": {
                     *         "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *         "environment": "test",
                     *         "region": "weur",
                     *         "tier": "full",
                     *         "external_id": "sandbox-marathon",
                     *         "name": "Marathon Runner",
                     *         "email": "marathon@sandbox.example",
                     *         "locale": null,
                     *         "vessels": null,
                     *         "fuel_preferences": null,
                     *         "caffeine": null,
                     *         "sex": "female",
                     *         "birth_year": 1991,
                     *         "body_mass_kg": 58,
                     *         "height_cm": 168,
                     *         "fitness_level": 6,
                     *         "vo2max_ml_per_kg_min": null,
                     *         "ftp_w": null,
                     *         "sweat_level": 6,
                     *         "saltiness_level": null,
                     *         "sweat_rate_ml_per_hr": null,
                     *         "sweat_sodium_mg_per_l": null,
                     *         "carb_tolerance_g_per_hr": 75,
                     *         "usual_carb_g_per_hr": null,
                     *         "heat_acclimatized": null,
                     *         "gi_history": null,
                     *         "health": null,
                     *         "diet": null,
                     *         "profile_completeness": 0.5,
                     *         "missing_fields": [
                     *           "sweat_rate_ml_per_hr",
                     *           "sweat_sodium_mg_per_l",
                     *           "saltiness_level"
                     *         ],
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       },
                     *       "activities": [],
                     *       "sweat_tests": [],
                     *       "learned": [],
                     *       "product_access_log": [],
                     *       "connections": [],
                     *       "used_subscribe_links": [],
                     *       "kept_answers": [],
                     *       "events": [],
                     *       "complete": true
                     *     }
                     */
                    "application/json": components["schemas"]["AthleteExport"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope"];
            404: components["responses"]["404-athlete_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-athlete_daily_limit_reached-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only these types, separated by commas: a type such as `activity.created`, a group such as `athlete.*`, or `*`. */
                types?: string;
                /** @description Only events of this athlete. */
                athlete_id?: string;
                /** @description Only events from this time onwards. Events are kept for 30 days. */
                from?: string;
                limit?: number;
                /** @description `next_cursor` of the previous page, even if that page was empty. Works only with the same filters, for 30 days. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "evt_01jcc9q0x8v5n3m1t7k2b6h4dz",
                     *           "type": "activity.updated",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "environment": "test",
                     *           "data": {
                     *             "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *             "external_id": "rider-1042",
                     *             "activity_id": "act_01jcc9q0x8v5n3m1t7k2b6h4dz",
                     *             "activity_external_id": "session-88",
                     *             "changed": [
                     *               "duration_min",
                     *               "scheduled_at"
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": "eyJhIjoxfQ"
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            410: components["responses"]["410-cursor_expired"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "name": "Sample Training Platform",
                     *       "environment": "test",
                     *       "status": "active",
                     *       "default_tier": "full",
                     *       "regions": [
                     *         "weur",
                     *         "enam"
                     *       ],
                     *       "limits": {
                     *         "requests_per_min": 6000,
                     *         "product_requests_per_min": 300,
                     *         "product_records_per_day": 200,
                     *         "exports_per_day": 10
                     *       },
                     *       "api_key": {
                     *         "id": "key_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *         "name": "Backend, production",
                     *         "region": "weur",
                     *         "rotate_by": "2027-02-19T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-key_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listUsage: {
        parameters: {
            query?: {
                /** @description First UTC day, inclusive. Default: six days before `to`. */
                from?: string;
                /** @description Last UTC day, inclusive. Default: today. The range may span at most 92 days. */
                to?: string;
                /** @description Period that each count covers, in UTC. Default: `day`. */
                granularity?: "hour" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your usage. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "at": "2026-11-21T00:00:00.000Z",
                     *           "operation_id": "calculatePrescription",
                     *           "status_class": "2xx",
                     *           "requests": 1240
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    createRecalculation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first response, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment. Reusing it for a different request is rejected (422 `idempotency_key_reused`). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-21",
                 *       "to": "2026-12-05",
                 *       "only": "stale"
                 *     }
                 */
                "application/json": components["schemas"]["RecalculationInput"];
            };
        };
        responses: {
            /** @description Started. Read its progress at `Location`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rcl_01jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "status": "queued",
                     *       "matched": 0,
                     *       "calculated": 0,
                     *       "unchanged": 0,
                     *       "failed": 0,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "started_at": null,
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Recalculation"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-recalculation_running"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-idempotency_key_reused"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getRecalculation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                recalculation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recalculation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rcl_01jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "status": "running",
                     *       "matched": 4250,
                     *       "calculated": 4210,
                     *       "unchanged": 40,
                     *       "failed": 0,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "started_at": "2026-11-21T09:30:00.412Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Recalculation"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-recalculation_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    cancelRecalculation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                recalculation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled, or already finished. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-recalculation_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "key_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "name": "Backend, production",
                     *           "environment": "test",
                     *           "region": "weur",
                     *           "status": "active",
                     *           "prefix": "sk_test_4fGh",
                     *           "last4": "x9Qz",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "rotate_by": "2027-02-19T09:30:00.000Z",
                     *           "expires_at": null,
                     *           "last_used_at": null,
                     *           "rotated_to": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first response, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment. Reusing it for a different request is rejected (422 `idempotency_key_reused`). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Backend, staging"
                 *     }
                 */
                "application/json": {
                    /** @description Your name for the key. Use one key per service or stage. */
                    name: string;
                    /**
                     * @description Must be the environment of the calling key, the default: `test` or `sandbox`, `live` or `production`.
                     * @enum {string}
                     */
                    environment?: "test" | "live" | "sandbox" | "production";
                    /**
                     * @description Region that counts the key's requests. Default: your home region. Choose the one closest to the servers that use the key, even if you store no athletes there. Never changes.
                     * @enum {string}
                     */
                    region?: "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me" | "eu";
                };
            };
        };
        responses: {
            /** @description The key with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "name": "Backend, production",
                     *       "environment": "test",
                     *       "region": "weur",
                     *       "status": "active",
                     *       "prefix": "sk_test_4fGh",
                     *       "last4": "x9Qz",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "rotate_by": "2027-02-19T09:30:00.000Z",
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "rotated_to": null,
                     *       "secret": "sk_test_(shown once)"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-key_limit_reached-secret_already_shown"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-idempotency_key_reused"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "name": "Backend, production",
                     *       "environment": "test",
                     *       "region": "weur",
                     *       "status": "active",
                     *       "prefix": "sk_test_4fGh",
                     *       "last4": "x9Qz",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "rotate_by": "2027-02-19T09:30:00.000Z",
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "rotated_to": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-key_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope"];
            404: components["responses"]["404-key_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new key with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "name": "Backend, production",
                     *       "environment": "test",
                     *       "region": "weur",
                     *       "status": "active",
                     *       "prefix": "sk_test_4fGh",
                     *       "last4": "x9Qz",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "rotate_by": "2027-02-19T09:30:00.000Z",
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "rotated_to": null,
                     *       "secret": "sk_test_(shown once)"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-key_not_found"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-key_already_rotated-key_limit_reached"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if this is still the current state. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The athlete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "environment": "test",
                     *       "region": "weur",
                     *       "tier": "full",
                     *       "external_id": "sandbox-marathon",
                     *       "name": "Marathon Runner",
                     *       "email": "marathon@sandbox.example",
                     *       "locale": null,
                     *       "vessels": null,
                     *       "fuel_preferences": null,
                     *       "caffeine": null,
                     *       "sex": "female",
                     *       "birth_year": 1991,
                     *       "body_mass_kg": 58,
                     *       "height_cm": 168,
                     *       "fitness_level": 6,
                     *       "vo2max_ml_per_kg_min": null,
                     *       "ftp_w": null,
                     *       "sweat_level": 6,
                     *       "saltiness_level": null,
                     *       "sweat_rate_ml_per_hr": null,
                     *       "sweat_sodium_mg_per_l": null,
                     *       "carb_tolerance_g_per_hr": 75,
                     *       "usual_carb_g_per_hr": null,
                     *       "heat_acclimatized": null,
                     *       "gi_history": null,
                     *       "health": null,
                     *       "diet": null,
                     *       "profile_completeness": 0.5,
                     *       "missing_fields": [
                     *         "sweat_rate_ml_per_hr",
                     *         "sweat_sodium_mg_per_l",
                     *         "saltiness_level"
                     *       ],
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Athlete"];
                };
            };
            /** @description Unchanged: you already have this state. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-athlete_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listOAuthClients: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "name": "Sample Training Platform",
                     *           "public": false,
                     *           "environment": "test",
                     *           "redirect_uris": [
                     *             "https://platform.example/oauth/callback"
                     *           ],
                     *           "allowed_scopes": [
                     *             "profile:read",
                     *             "activities:read",
                     *             "prescriptions:read"
                     *           ],
                     *           "status": "active",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z",
                     *           "secret_rotated_at": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClientList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    createOAuthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first response, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment. Reusing it for a different request is rejected (422 `idempotency_key_reused`). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sample Training Platform",
                 *       "redirect_uris": [
                 *         "https://platform.example/oauth/callback"
                 *       ],
                 *       "allowed_scopes": [
                 *         "profile:read",
                 *         "activities:read",
                 *         "prescriptions:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OAuthClientInput"];
            };
        };
        responses: {
            /** @description The client with its secret; a public client has none. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "name": "Sample Training Platform",
                     *       "public": false,
                     *       "environment": "test",
                     *       "redirect_uris": [
                     *         "https://platform.example/oauth/callback"
                     *       ],
                     *       "allowed_scopes": [
                     *         "profile:read",
                     *         "activities:read",
                     *         "prescriptions:read"
                     *       ],
                     *       "status": "active",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z",
                     *       "secret_rotated_at": null,
                     *       "client_secret": "ocs_test_(shown once)"
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClientWithSecret"] | components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-secret_already_shown-client_limit_reached"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-idempotency_key_reused"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "name": "Sample Training Platform",
                     *       "public": false,
                     *       "environment": "test",
                     *       "redirect_uris": [
                     *         "https://platform.example/oauth/callback"
                     *       ],
                     *       "allowed_scopes": [
                     *         "profile:read",
                     *         "activities:read",
                     *         "prescriptions:read"
                     *       ],
                     *       "status": "active",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z",
                     *       "secret_rotated_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-client_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    deleteOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-client_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    updateOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sample Training Platform (beta)"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthClientPatch"];
            };
        };
        responses: {
            /** @description The client after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "name": "Sample Training Platform",
                     *       "public": false,
                     *       "environment": "test",
                     *       "redirect_uris": [
                     *         "https://platform.example/oauth/callback"
                     *       ],
                     *       "allowed_scopes": [
                     *         "profile:read",
                     *         "activities:read",
                     *         "prescriptions:read"
                     *       ],
                     *       "status": "active",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z",
                     *       "secret_rotated_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-client_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    rotateOAuthClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "name": "Sample Training Platform",
                     *       "public": false,
                     *       "environment": "test",
                     *       "redirect_uris": [
                     *         "https://platform.example/oauth/callback"
                     *       ],
                     *       "allowed_scopes": [
                     *         "profile:read",
                     *         "activities:read",
                     *         "prescriptions:read"
                     *       ],
                     *       "status": "active",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z",
                     *       "secret_rotated_at": null,
                     *       "client_secret": "ocs_test_(shown once)"
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClientWithSecret"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-client_not_found"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-client_without_secret"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Only connections of this athlete. */
                athlete_id?: string;
                /** @description Only connections to this client. */
                client_id?: string;
                /** @description Only connections with this status. */
                status?: "active" | "revoked";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of connections. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "con_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *           "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "environment": "test",
                     *           "scopes": [
                     *             "profile:read",
                     *             "prescriptions:read"
                     *           ],
                     *           "status": "active",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "connected_at": "2026-11-21T09:30:00.000Z",
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "con_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "environment": "test",
                     *       "scopes": [
                     *         "profile:read",
                     *         "prescriptions:read"
                     *       ],
                     *       "status": "active",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "connected_at": "2026-11-21T09:30:00.000Z",
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-connection_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-connection_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "whk_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *           "environment": "test",
                     *           "url": "https://platform.example/hooks/musette",
                     *           "events": [
                     *             "athlete.*",
                     *             "prescription.stale"
                     *           ],
                     *           "description": "Sync",
                     *           "status": "active",
                     *           "disabled_reason": null,
                     *           "secret_expires_at": null,
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same method, path, query and body replay the first response, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment. Reusing it for a different request is rejected (422 `idempotency_key_reused`). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://platform.example/hooks/musette",
                 *       "events": [
                 *         "athlete.*",
                 *         "prescription.stale"
                 *       ],
                 *       "description": "Sync"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description The webhook with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "environment": "test",
                     *       "url": "https://platform.example/hooks/musette",
                     *       "events": [
                     *         "athlete.*",
                     *         "prescription.stale"
                     *       ],
                     *       "description": "Sync",
                     *       "status": "active",
                     *       "disabled_reason": null,
                     *       "secret_expires_at": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "secret": "whsec_(shown once)"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-secret_already_shown-webhook_limit_reached"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-idempotency_key_reused"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "environment": "test",
                     *       "url": "https://platform.example/hooks/musette",
                     *       "events": [
                     *         "athlete.*",
                     *         "prescription.stale"
                     *       ],
                     *       "description": "Sync",
                     *       "status": "active",
                     *       "disabled_reason": null,
                     *       "secret_expires_at": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-webhook_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-webhook_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "environment": "test",
                     *       "url": "https://platform.example/hooks/musette",
                     *       "events": [
                     *         "athlete.*",
                     *         "prescription.stale"
                     *       ],
                     *       "description": "Sync",
                     *       "status": "active",
                     *       "disabled_reason": null,
                     *       "secret_expires_at": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-webhook_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_01kajz8w3t5v9c2b7n4m6q8r0s",
                     *       "environment": "test",
                     *       "url": "https://platform.example/hooks/musette",
                     *       "events": [
                     *         "athlete.*",
                     *         "prescription.stale"
                     *       ],
                     *       "description": "Sync",
                     *       "status": "active",
                     *       "disabled_reason": null,
                     *       "secret_expires_at": "2026-11-22T09:30:00.000Z",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "secret": "whsec_(shown once)"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-webhook_not_found"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-11-21T09:31:02.114Z",
                     *       "status_code": 204,
                     *       "duration_ms": 87
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryAttempt"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-webhook_not_found"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-webhook_disabled"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "dlv_01kajz9c2m0c00000000002vqg",
                     *           "event_id": "evt_01kajz9c2m0c00000000002vqg",
                     *           "type": "athlete.updated",
                     *           "status": "delivered",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-21T09:31:02.114Z",
                     *               "status_code": 204,
                     *               "duration_ms": 87
                     *             }
                     *           ],
                     *           "next_attempt_at": null
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-webhook_not_found"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The example is made up. Use your own identifier. */
                webhook_id: string;
                /** @description The example is made up. Use your own identifier. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. It is sent after the response. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01kajz9c2m0c00000000002vqg",
                     *       "event_id": "evt_01kajz9c2m0c00000000002vqg",
                     *       "type": "athlete.updated",
                     *       "status": "pending",
                     *       "attempts": [
                     *         {
                     *           "at": "2026-11-21T09:31:02.114Z",
                     *           "status_code": 204,
                     *           "duration_ms": 87
                     *         }
                     *       ],
                     *       "next_attempt_at": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            404: components["responses"]["404-webhook_not_found-delivery_not_found"];
            408: components["responses"]["408-body_timeout"];
            409: components["responses"]["409-webhook_disabled"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    inferActivityType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Langer Lauf 28 km im Taunus",
                 *       "locale": "de",
                 *       "recording": {
                 *         "sport": "Run",
                 *         "distance_km": 28.1,
                 *         "moving_time_min": 168,
                 *         "elevation_gain_m": 410
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ActivityTypeInferenceInput"];
            };
        };
        responses: {
            /** @description The most likely type and its confidence. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inferred_type": "run",
                     *       "confidence": 0.97,
                     *       "intensity_hint": "endurance",
                     *       "intensity_level": 4,
                     *       "is_race_event": false,
                     *       "duration_min": 167,
                     *       "is_multi_sport": false,
                     *       "alternatives": [],
                     *       "evidence": [
                     *         "recording: sport \"Run\"",
                     *         "recording: speed 10 km/h",
                     *         "recording: climb 14.6 m/km",
                     *         "run: \"langer lauf\" (title, de)",
                     *         "intensity endurance: \"langer lauf\""
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ActivityTypeInference"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    inferBrick: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Brick: 90' bike + 20' run"
                 *     }
                 */
                "application/json": components["schemas"]["BrickInferenceInput"];
            };
        };
        responses: {
            /** @description The legs stated in the text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "is_multi_sport": true,
                     *       "inferred_type": "brick",
                     *       "confidence": 0.95,
                     *       "segments": [
                     *         {
                     *           "type": "bike",
                     *           "duration_min": 90,
                     *           "distance_km": null,
                     *           "intensity_level": null
                     *         },
                     *         {
                     *           "type": "run",
                     *           "duration_min": 20,
                     *           "distance_km": null,
                     *           "intensity_level": null
                     *         }
                     *       ],
                     *       "total_duration_min": 110
                     *     }
                     */
                    "application/json": components["schemas"]["BrickInference"];
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    parseWorkout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example <?xml version="1.0" encoding="UTF-8"?>
                 *     <workout_file>
                 *       <name>4 x 8 min at threshold</name>
                 *       <sportType>bike</sportType>
                 *       <workout>
                 *         <Warmup Duration="600" PowerLow="0.5" PowerHigh="0.7"/>
                 *         <IntervalsT Repeat="4" OnDuration="480" OffDuration="180" OnPower="1.0" OffPower="0.5"/>
                 *         <Cooldown Duration="300" PowerLow="0.5" PowerHigh="0.4"/>
                 *       </workout>
                 *     </workout_file>
                 */
                "application/xml": string;
                "text/xml": string;
                "text/plain": string;
                "application/json": string;
                "application/gpx+xml": string;
                "application/vnd.garmin.tcx+xml": string;
                "application/vnd.ant.fit": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The workout. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "zwo",
                     *       "name": "4 x 8 min at threshold",
                     *       "type": "indoor_bike",
                     *       "duration_min": 59,
                     *       "steps": [
                     *         {
                     *           "duration_min": 5,
                     *           "intensity": {
                     *             "percent_ftp": 55
                     *           }
                     *         },
                     *         {
                     *           "duration_min": 5,
                     *           "intensity": {
                     *             "percent_ftp": 65
                     *           }
                     *         },
                     *         {
                     *           "repeat": 4,
                     *           "steps": [
                     *             {
                     *               "duration_min": 8,
                     *               "intensity": {
                     *                 "percent_ftp": 100
                     *               }
                     *             },
                     *             {
                     *               "duration_min": 3,
                     *               "intensity": {
                     *                 "percent_ftp": 50
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "duration_min": 5,
                     *           "intensity": {
                     *             "percent_ftp": 45
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ParsedWorkout"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-unreadable_file"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    parseCourse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/xml": string;
                "text/xml": string;
                "text/plain": string;
                "application/json": string;
                /**
                 * @example <?xml version="1.0" encoding="UTF-8"?>
                 *     <gpx version="1.1" creator="Route planner" xmlns="http://www.topografix.com/GPX/1/1">
                 *       <wpt lat="47.0000" lon="8.0132"><name>Ravito 1: eau, bananes</name></wpt>
                 *       <trk>
                 *         <name>Lakeside out and up</name>
                 *         <trkseg>
                 *           <trkpt lat="47.0000" lon="8.0000"><ele>430</ele></trkpt>
                 *           <trkpt lat="47.0000" lon="8.0132"><ele>436</ele></trkpt>
                 *           <trkpt lat="47.0000" lon="8.0264"><ele>512</ele></trkpt>
                 *         </trkseg>
                 *       </trk>
                 *     </gpx>
                 */
                "application/gpx+xml": string;
                "application/vnd.garmin.tcx+xml": string;
                "application/vnd.ant.fit": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The course. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "gpx",
                     *       "name": "Lakeside out and up",
                     *       "distance_km": 2.002,
                     *       "elevation_gain_m": 82,
                     *       "points": [
                     *         {
                     *           "km": 0,
                     *           "elevation_m": 430,
                     *           "lat": 47,
                     *           "lon": 8
                     *         },
                     *         {
                     *           "km": 1.001,
                     *           "elevation_m": 436,
                     *           "lat": 47,
                     *           "lon": 8.0132
                     *         },
                     *         {
                     *           "km": 2.002,
                     *           "elevation_m": 512,
                     *           "lat": 47,
                     *           "lon": 8.0264
                     *         }
                     *       ],
                     *       "aid_stations": [
                     *         {
                     *           "km": 1.001,
                     *           "name": "Ravito 1: eau, bananes",
                     *           "offers": [
                     *             "water",
                     *             "fruit"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ParsedCourse"];
                };
            };
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed-unreadable_file"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new athletes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "athletes": [
                     *         {
                     *           "id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *           "environment": "test",
                     *           "region": "weur",
                     *           "tier": "full",
                     *           "external_id": "sandbox-marathon",
                     *           "name": "Marathon Runner",
                     *           "email": "marathon@sandbox.example",
                     *           "locale": null,
                     *           "vessels": null,
                     *           "fuel_preferences": null,
                     *           "caffeine": null,
                     *           "sex": "female",
                     *           "birth_year": 1991,
                     *           "body_mass_kg": 58,
                     *           "height_cm": 168,
                     *           "fitness_level": 6,
                     *           "vo2max_ml_per_kg_min": null,
                     *           "ftp_w": null,
                     *           "sweat_level": 6,
                     *           "saltiness_level": null,
                     *           "sweat_rate_ml_per_hr": null,
                     *           "sweat_sodium_mg_per_l": null,
                     *           "carb_tolerance_g_per_hr": 75,
                     *           "usual_carb_g_per_hr": null,
                     *           "heat_acclimatized": null,
                     *           "gi_history": null,
                     *           "health": null,
                     *           "diet": null,
                     *           "profile_completeness": 0.5,
                     *           "missing_fields": [
                     *             "sweat_rate_ml_per_hr",
                     *             "sweat_sodium_mg_per_l",
                     *             "saltiness_level"
                     *           ],
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "records": {
                     *         "athletes": 8,
                     *         "activities": 204,
                     *         "prescriptions": 204,
                     *         "feedback": 85,
                     *         "sweat_tests": 4,
                     *         "activity_products": 23
                     *       },
                     *       "removed_athletes": 3
                     *     }
                     */
                    "application/json": {
                        /** @description How many athletes it holds. */
                        athletes: components["schemas"]["Athlete"][];
                        /** @description The number of records of each kind. */
                        records: {
                            /** @description How many athletes it holds. */
                            athletes: number;
                            /** @description The athlete's activities. */
                            activities: number;
                            /** @description Calculated prescriptions. */
                            prescriptions: number;
                            /** @description Feedback on activities. */
                            feedback: number;
                            /** @description Sweat tests. */
                            sweat_tests: number;
                            /** @description Products attached to activities. */
                            activity_products: number;
                        };
                        /** @description Number of athletes before the reset. */
                        removed_athletes: number;
                    };
                };
            };
            400: components["responses"]["400-malformed_json"];
            401: components["responses"]["401-missing_authorization-invalid_api_key-expired_api_key-environment_mismatch-invalid_token"];
            403: components["responses"]["403-operator_only-https_required-foreign_origin-insufficient_scope-partner_terminated"];
            408: components["responses"]["408-body_timeout"];
            413: components["responses"]["413-payload_too_large"];
            415: components["responses"]["415-unsupported_media_type"];
            422: components["responses"]["422-validation_failed"];
            429: components["responses"]["429-rate_limited"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable-storage_full"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Worker runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            403: components["responses"]["403-https_required-foreign_origin"];
            422: components["responses"]["422-validation_failed"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: {
                deep?: "" | "true";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All dependencies answered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            403: components["responses"]["403-https_required-foreign_origin"];
            422: components["responses"]["422-validation_failed"];
            500: components["responses"]["500-internal_error"];
            503: components["responses"]["503-temporarily_unavailable"];
        };
    };
    getAuthorizationServerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issuer": "https://musette.example",
                     *       "authorization_endpoint": "https://musette.example/oauth/authorize",
                     *       "token_endpoint": "https://musette.example/oauth/token",
                     *       "protected_resources": [
                     *         "https://musette.example",
                     *         "https://musette.example/mcp"
                     *       ],
                     *       "scopes_supported": [
                     *         "profile:read",
                     *         "profile:write",
                     *         "activities:read",
                     *         "activities:write",
                     *         "prescriptions:read",
                     *         "prescriptions:create",
                     *         "feedback:write",
                     *         "products:read"
                     *       ],
                     *       "response_types_supported": [
                     *         "code"
                     *       ],
                     *       "response_modes_supported": [
                     *         "query"
                     *       ],
                     *       "grant_types_supported": [
                     *         "authorization_code",
                     *         "refresh_token"
                     *       ],
                     *       "token_endpoint_auth_methods_supported": [
                     *         "client_secret_basic",
                     *         "client_secret_post",
                     *         "none"
                     *       ],
                     *       "revocation_endpoint": "https://musette.example/oauth/revoke",
                     *       "code_challenge_methods_supported": [
                     *         "S256"
                     *       ],
                     *       "authorization_response_iss_parameter_supported": true,
                     *       "client_id_metadata_document_supported": false,
                     *       "revocation_endpoint_auth_methods_supported": [
                     *         "client_secret_basic",
                     *         "client_secret_post",
                     *         "none"
                     *       ],
                     *       "service_documentation": "https://musette.example/docs"
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description `https_required`: HTTPS is required. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "permission_error",
                     *         "code": "https_required",
                     *         "message": "HTTPS is required.",
                     *         "documentation_url": "https://musette.example/docs/errors#https_required",
                     *         "request_id": "req_01kajz8w3t5v9c2b7n4m6q8r0s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    authorize: {
        parameters: {
            query: {
                /** @description `code` */
                response_type: "code";
                /** @description The identifier of your client. */
                client_id: string;
                /** @description Exactly one of the registered addresses. For a sandbox client, a loopback address may have any port. */
                redirect_uri: string;
                /** @description One or more of profile:read, profile:write, activities:read, activities:write, prescriptions:read, prescriptions:create, feedback:write, products:read, separated by spaces. */
                scope: string;
                /** @description The resource the token is for (RFC 8707). Default: this API. */
                resource?: string;
                /** @description Your value that links the response to this browser. */
                state: string;
                /** @description PKCE: base64url of the SHA-256 of the verifier. */
                code_challenge: string;
                /** @description `S256` */
                code_challenge_method: "S256";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sign-in or the consent page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A redirect to the redirect URI, with `code`, `state` and `iss`, or with `error`, `state` and `iss`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client or its redirect URI is unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "authorization_code",
                 *       "code": "the `code` of the redirect",
                 *       "redirect_uri": "https://platform.example/oauth/callback",
                 *       "code_verifier": "the verifier of this browser",
                 *       "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                 *       "client_secret": "ocs_test_…"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The kind of grant to exchange for a token.
                     * @enum {string}
                     */
                    grant_type: "authorization_code" | "refresh_token";
                    /** @description With `authorization_code`. */
                    code?: string;
                    /** @description Required with `authorization_code`. Must exactly match the authorization request. */
                    redirect_uri?: string;
                    /** @description With `authorization_code`: the PKCE verifier. */
                    code_verifier?: string;
                    /**
                     * @description With `refresh_token`.
                     * @example ort_test_…
                     */
                    refresh_token?: string;
                    /** @description Optional (RFC 8707). The resource the token is for, exactly as in the authorization request. */
                    resource?: string;
                    /** @description Optional with `refresh_token`. Requests fewer scopes for the new access token. A scope that the athlete did not allow fails with `invalid_scope`. */
                    scope?: string;
                    /** @description If the client does not authenticate by HTTP Basic. */
                    client_id?: string;
                    /** @description If the client does not authenticate by HTTP Basic. A public client has none. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "oat_test_…",
                     *       "token_type": "bearer",
                     *       "expires_in": 3600,
                     *       "refresh_token": "ort_test_…",
                     *       "scope": "profile:read prescriptions:read",
                     *       "athlete_id": "ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz",
                     *       "resource": "https://musette.example"
                     *     }
                     */
                    "application/json": {
                        /** @description `oat_test_…` or `oat_live_…` */
                        access_token: string;
                        /** @description `bearer` */
                        token_type: string;
                        /** @description Seconds. */
                        expires_in: number;
                        /** @description `ort_test_…` or `ort_live_…` */
                        refresh_token: string;
                        /** @description The scopes of this access token: those that the athlete allowed, minus any that the client has lost since. */
                        scope: string;
                        /** @description The athlete who connected. */
                        athlete_id: string;
                        /** @description This service. */
                        resource?: string;
                    };
                };
            };
            /** @description Rejected, in the form of RFC 6749 §5.2. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_grant",
                     *       "error_description": "Authorization code already used"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description The client is unknown, or its secret is wrong. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_client",
                     *       "error_description": "Client authentication failed"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description HTTPS is required. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "HTTPS is required."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description The form is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "The body may have at most 64 KiB"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description Another request is using this token, or the address had too many failed authentications. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "temporarily_unavailable",
                     *       "error_description": "Too many failed authentications"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description Internal server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "server_error",
                     *       "error_description": "Internal server error."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description A store did not respond. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "temporarily_unavailable",
                     *       "error_description": "The service is temporarily unavailable."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
        };
    };
    revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "ort_test_…",
                 *       "client_id": "cli_01kajz8w3t5v9c2b7n4m6q8r0s",
                 *       "client_secret": "ocs_test_…"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description An access or refresh token. */
                    token: string;
                    /**
                     * @description The kind of token.
                     * @enum {string}
                     */
                    token_type_hint?: "access_token" | "refresh_token";
                    /** @description If the client does not authenticate by HTTP Basic. */
                    client_id?: string;
                    /** @description If the client does not authenticate by HTTP Basic. A public client has none. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The token is no longer valid. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected, in the form of RFC 6749 §5.2. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_grant",
                     *       "error_description": "Authorization code already used"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description The client is unknown, or its secret is wrong. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_client",
                     *       "error_description": "Client authentication failed"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description HTTPS is required. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "HTTPS is required."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description The form is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_request",
                     *       "error_description": "The body may have at most 64 KiB"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description Another request is using this token, or the address had too many failed authentications. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "temporarily_unavailable",
                     *       "error_description": "Too many failed authentications"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description Internal server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "server_error",
                     *       "error_description": "Internal server error."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
            /** @description A store did not respond. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "temporarily_unavailable",
                     *       "error_description": "The service is temporarily unavailable."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description A message for people. */
                        error_description?: string;
                    };
                };
            };
        };
    };
    getProtectedResourceMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "resource": "https://musette.example/mcp",
                     *       "authorization_servers": [
                     *         "https://musette.example"
                     *       ],
                     *       "scopes_supported": [
                     *         "profile:read",
                     *         "profile:write",
                     *         "activities:read",
                     *         "activities:write",
                     *         "prescriptions:read",
                     *         "prescriptions:create",
                     *         "feedback:write",
                     *         "products:read"
                     *       ],
                     *       "bearer_methods_supported": [
                     *         "header"
                     *       ],
                     *       "resource_name": "Musette",
                     *       "resource_documentation": "https://musette.example/docs"
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description `https_required`: HTTPS is required. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "permission_error",
                     *         "code": "https_required",
                     *         "message": "HTTPS is required.",
                     *         "documentation_url": "https://musette.example/docs/errors#https_required",
                     *         "request_id": "req_01kajz8w3t5v9c2b7n4m6q8r0s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    callAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/call",
                 *       "params": {
                 *         "name": "infer_activity_type",
                 *         "arguments": {
                 *           "title": "City marathon"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `2.0`
                     * @example 2.0
                     */
                    jsonrpc: string;
                    /** @description Your identifier, repeated in the response. */
                    id?: string | number;
                    /**
                     * @description The protocol method.
                     * @example tools/call
                     */
                    method: string;
                    /** @description As defined by the method. */
                    params?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The result, or a JSON-RPC error. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "content": [
                     *           {
                     *             "type": "text",
                     *             "text": "Most likely: run, with 92% confidence. Intensity: level 7 of 9. This is a race. Duration: 213 min."
                     *           }
                     *         ],
                     *         "structuredContent": {
                     *           "inferred_type": "run",
                     *           "confidence": 0.92,
                     *           "intensity_hint": "race",
                     *           "intensity_level": 7,
                     *           "is_race_event": true,
                     *           "duration_min": 213,
                     *           "is_multi_sport": false,
                     *           "alternatives": [],
                     *           "evidence": [
                     *             "run: \"marathon\" (title, en)",
                     *             "race: \"marathon\""
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description `2.0`
                         * @example 2.0
                         */
                        jsonrpc: string;
                        /** @description The message's identifier. */
                        id?: string | number | null;
                        /** @description Present on success. */
                        result?: {
                            [key: string]: unknown;
                        };
                        /** @description Present on failure. */
                        error?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description The notification was accepted. No content. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is malformed. A JSON-RPC error. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The credential is missing, invalid, or for another resource. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "missing_authorization",
                     *         "message": "The Authorization header is missing.",
                     *         "documentation_url": "https://musette.example/docs/errors#missing_authorization",
                     *         "request_id": "req_01kajz8w3t5v9c2b7n4m6q8r0s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `foreign_origin`, `https_required` or `partner_terminated`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "permission_error",
                     *         "code": "partner_terminated",
                     *         "message": "The partner account is terminated. Only listing, export and deletion are available.",
                     *         "documentation_url": "https://musette.example/docs/errors#partner_terminated",
                     *         "request_id": "req_01kajz8w3t5v9c2b7n4m6q8r0s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method does not exist. A JSON-RPC error. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Accept` does not include both types. A JSON-RPC error. */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is larger than 256 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "payload_too_large",
                     *         "message": "The body is too large.",
                     *         "documentation_url": "https://musette.example/docs/errors#payload_too_large",
                     *         "request_id": "req_01kajz8w3t5v9c2b7n4m6q8r0s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The `Content-Type` is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "unsupported_media_type",
                     *         "message": "The body must be sent as application/json.",
                     *         "documentation_url": "https://musette.example/docs/errors#unsupported_media_type",
                     *         "request_id": "req_01kajz8w3t5v9c2b7n4m6q8r0s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The budget of the key or connection is used up. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limited",
                     *         "message": "Too many requests.",
                     *         "documentation_url": "https://musette.example/docs/errors#rate_limited",
                     *         "request_id": "req_01kajz8w3t5v9c2b7n4m6q8r0s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A store did not respond. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Service-Data-License": components["headers"]["X-Service-Data-License"];
                    "X-Service-Data-Attribution": components["headers"]["X-Service-Data-Attribution"];
                    "X-Service-Data-Training": components["headers"]["X-Service-Data-Training"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "temporarily_unavailable",
                     *         "message": "The service is temporarily unavailable.",
                     *         "documentation_url": "https://musette.example/docs/errors#temporarily_unavailable",
                     *         "request_id": "req_01kajz8w3t5v9c2b7n4m6q8r0s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
