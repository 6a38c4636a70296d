"""Tests of src/packages/client/python/musette.py: `python3 -m unittest discover -s src/packages/client/test`.

Those of the service need MUSETTE_BASE_URL and MUSETTE_API_KEY of a sandbox, and are skipped without them.
"""

import base64
import hashlib
import heapq
import hmac
import http.server
import io
import itertools
import json
import math
import os
import pathlib
import random
import sys
import threading
import time
import unittest
import unittest.mock
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / 'src/packages/client/python'))

from musette import (  # noqa: E402
    Musette,
    MusetteError,
    RefusedError,
    UnreachableError,
    WebhookVerificationError,
    verify_webhook,
)

BASE_URL = os.environ.get('MUSETTE_BASE_URL')
API_KEY = os.environ.get('MUSETTE_API_KEY')
# How often a server looks whether it shall end; half a second, its default, is most of what these tests took.
POLL_S = 0.01


class Server:
    """An HTTP server on a free port of 127.0.0.1, for a `with` block. `respond` gets each request and its body."""

    def __init__(self, respond):
        class Handler(http.server.BaseHTTPRequestHandler):
            def handle_any(self):
                body = self.rfile.read(int(self.headers.get('Content-Length') or 0))
                answer = respond(self, body)
                if answer is None:
                    self.close_connection = True
                    self.connection.close()
                    return
                status, headers, content = answer
                self.send_response(status)
                for name, value in {**headers, 'Content-Length': len(content)}.items():
                    self.send_header(name, str(value))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = do_DELETE = handle_any

            def log_message(self, *_):
                pass

            def handle(self):
                try:
                    super().handle()
                except (OSError, ValueError):
                    pass  # The test closed this connection.

        self._server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.url = f'http://127.0.0.1:{self._server.server_port}'

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, args=(POLL_S,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


def refusal(status, code, headers=None):
    error = {'code': code, 'message': 'As the test wants it.', 'request_id': 'req_1', 'documentation_url': '/'}
    return status, headers or {}, json.dumps({'error': error}).encode()


def answering(*answers):
    """Returns a `respond` that gives one answer after the other, the last one repeatedly, and what it received."""
    seen = []

    def respond(request, body):
        answer = answers[min(len(seen), len(answers) - 1)]
        seen.append((request.command, request.path, dict(request.headers), body))
        return answer

    return respond, seen


def ok(body):
    return 200, {'Content-Type': 'application/json'}, json.dumps(body).encode()


class VirtualTime:
    """A clock that moves on when every thread sleeps, and then wakes the first of them, so that one runs at a time."""

    def __init__(self):
        self._now_s, self._running, self._order = 0.0, 0, itertools.count()
        self._sleeping, self._lock = [], threading.Lock()

    def clock(self):
        return self._now_s

    def sleep(self, seconds):
        ring = threading.Event()
        with self._lock:
            heapq.heappush(self._sleeping, (self._now_s + seconds, next(self._order), ring))
            self._pass_on()
        ring.wait()

    def run(self, works):
        """Runs each work in a thread to its end, and raises what one of them raised."""
        raised = []

        def run_one(work):
            try:
                self.sleep(0)
                work()
            except BaseException as error:
                raised.append(error)
            finally:
                with self._lock:
                    self._pass_on()

        self._running = len(works)
        threads = [threading.Thread(target=run_one, args=(work,), daemon=True) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if raised:
            raise raised[0]

    def _pass_on(self):
        self._running -= 1
        if self._running == 0 and self._sleeping:
            at_s, _, ring = heapq.heappop(self._sleeping)
            self._now_s = max(self._now_s, at_s)
            self._running = 1
            ring.set()


class BudgetService:
    """Takes the place of a client's opener: stores activities within a budget of units a minute, in virtual time."""

    def __init__(self, time, units_per_min):
        self._time, self._budget, self._per_s = time, float(units_per_min), units_per_min / 60
        self._left, self._counted_at_s = self._budget, 0.0
        self.stored, self.refusals = set(), 0

    def open(self, request, timeout):
        activities = json.loads(request.data)['activities']
        self._time.sleep(0.03)
        wait_s = self._take(math.ceil(len(activities) / 10))
        if wait_s > 0:
            self.refusals += 1
            return self._answer(*refusal(429, 'rate_limited', {'Retry-After': str(math.ceil(wait_s))}))
        self._time.sleep(0.03)
        self.stored.update(each['external_id'] for each in activities)
        return self._answer(*ok({'results': [{'status': 'created'} for _ in activities]}))

    def _take(self, units):
        """Takes these units, or returns the seconds until all of them fit."""
        now_s = self._time.clock()
        self._left = min(self._budget, self._left + (now_s - self._counted_at_s) * self._per_s)
        self._counted_at_s = now_s
        if self._left < units:
            return (units - self._left) / self._per_s
        self._left -= units
        return 0.0

    def _answer(self, status, headers, content):
        answer = io.BytesIO(content)
        answer.status, answer.headers = status, headers
        return answer


class ClientTest(unittest.TestCase):
    def call(self, respond, work, **options):
        with Server(respond) as server:
            waits = []
            musette = Musette('sk_test_x', server.url, sleep=waits.append, **options)
            return work(musette), waits

    def test_a_missing_base_url_or_key_is_refused_at_construction(self):
        kept = {name: os.environ.pop(name) for name in ('MUSETTE_BASE_URL', 'MUSETTE_API_KEY') if name in os.environ}
        try:
            with self.assertRaisesRegex(MusetteError, 'pass base_url or set MUSETTE_BASE_URL'):
                Musette('sk_test_x')
            with self.assertRaisesRegex(MusetteError, 'pass api_key'):
                Musette(base_url='https://musette.test')
            with self.assertRaisesRegex(MusetteError, 'not an http address'):
                Musette('sk_test_x', 'musette.test')
        finally:
            os.environ.update(kept)

    def test_a_creation_is_retried_with_the_same_idempotency_key(self):
        limited = refusal(429, 'rate_limited', {'Retry-After': '2'})
        unavailable = refusal(503, 'temporarily_unavailable')
        respond, seen = answering(limited, None, unavailable, ok({'id': 'ath_1'}))
        athlete, waits = self.call(respond, lambda each: each.post('/v1/athletes', body={'external_id': 'rider-1'}))
        self.assertEqual(athlete, {'id': 'ath_1'})
        self.assertEqual(len({headers['Idempotency-Key'] for _, _, headers, _ in seen}), 1)
        self.assertEqual(len(seen), 4)
        self.assertTrue(1.9 <= waits[0] <= 2.5, waits)

    def test_a_post_that_acts_again_is_sent_once_if_its_answer_is_lost_and_again_after_a_429(self):
        respond, seen = answering(None)
        with self.assertRaises(UnreachableError):
            self.call(respond, lambda each: each.post('/v1/sandbox/reset'))
        self.assertEqual(len(seen), 1)
        respond, seen = answering(refusal(429, 'rate_limited'), ok({}))
        self.call(respond, lambda each: each.post('/v1/webhooks/{webhook_id}/rotate-secret', webhook_id='whk_1'))
        self.assertEqual(len(seen), 2)

    def test_a_deletion_whose_answer_was_lost_ends_without_an_error_but_an_erasure_says_404(self):
        path = '/v1/webhooks/{webhook_id}'
        gone = refusal(404, 'webhook_not_found')
        respond, _ = answering(None, gone)
        self.assertIsNone(self.call(respond, lambda each: each.delete(path, webhook_id='whk_1'))[0])
        respond, _ = answering(gone)
        with self.assertRaises(RefusedError) as refused:
            self.call(respond, lambda each: each.delete(path, webhook_id='whk_1'))
        self.assertEqual((refused.exception.status, refused.exception.code), (404, 'webhook_not_found'))
        self.assertEqual(refused.exception.request_id, 'req_1')
        respond, _ = answering(None, refusal(404, 'athlete_not_found'))
        with self.assertRaises(RefusedError):
            self.call(respond, lambda each: each.delete('/v1/athletes/{athlete_id}', athlete_id='ath_1'))

    def test_retries_end_at_the_deadline_and_at_max_retries(self):
        limited = refusal(429, 'athlete_budget_spent', {'Retry-After': '3600'})
        respond, seen = answering(limited)
        with self.assertRaises(RefusedError) as refused:
            self.call(respond, lambda each: each.get('/v1/athletes'))
        self.assertEqual(refused.exception.retry_after_s, 3600)
        self.assertEqual(len(seen), 1)
        respond, seen = answering(refusal(500, 'internal_error'))
        with self.assertRaises(RefusedError):
            self.call(respond, lambda each: each.get('/v1/athletes', max_retries=2))
        self.assertEqual(len(seen), 3)

    def test_429s_use_up_no_retries_and_end_at_the_deadline_only(self):
        limited = refusal(429, 'rate_limited', {'Retry-After': '1'})
        respond, seen = answering(*[limited] * 30, ok({'status': 'ok'}))
        answer, waits = self.call(respond, lambda each: each.get('/health', max_retries=0))
        self.assertEqual((answer, len(seen), len(waits)), ({'status': 'ok'}, 31, 30))

    def test_one_429_pauses_all_calls_of_the_client_but_not_if_it_is_of_one_athlete(self):
        for limit, waited in (('"standard";r=3;t=9', 1), ('"standard";r=3;t=9, "athlete-products";r=0;t=9', 0)):
            headers = {'Retry-After': '20', 'RateLimit': limit}
            respond, _ = answering(refusal(429, 'rate_limited', headers), ok({}))

            def both(each, waits=[]):
                waits.clear()
                with self.assertRaises(RefusedError):
                    each.get('/health', deadline_s=1)
                each.get('/health')

            _, waits = self.call(respond, both)
            self.assertEqual(len(waits), 0, 'a call that cannot wait ends at once, and pauses nobody')
            respond, _ = answering(refusal(429, 'rate_limited', headers), ok({}))
            _, waits = self.call(respond, lambda each: [each.get('/health'), each.get('/health')])
            # The client's sleep returns at once, so that the second call still finds the pause.
            self.assertEqual(len(waits), 1 + waited)

    def test_10000_sessions_at_600_units_a_minute_all_arrive_with_1_4_and_10_workers(self):
        for workers, each in ((1, 1), (4, 1), (10, 1), (10, 100)):
            with self.subTest(workers=workers, each=each):
                time = VirtualTime()
                service = BudgetService(time, 600)
                musette = Musette('sk_test_x', 'https://musette.test', sleep=time.sleep, clock=time.clock)
                musette._opener = service
                names = (f'session-{number}' for number in range(10_000))
                batches = iter(lambda: list(itertools.islice(names, each)), [])
                refused = []

                def work():
                    for batch in batches:
                        items = [{'athlete_external_id': 'rider', 'external_id': name} for name in batch]
                        refused.extend(result for _, result in musette.sync_activities(items) if 'error' in result)

                with unittest.mock.patch('musette.random.random', random.Random(8).random):
                    time.run([work] * workers)
                self.assertEqual((len(service.stored), refused), (10_000, []))
                self.assertGreater(service.refusals, 0)
                # The burst is one minute's budget; the rest is refilled.
                least_s = (10_000 / min(10, each) / 600 - 1) * 60
                self.assertTrue(least_s <= time.clock() < least_s * 1.6 + 30, time.clock())

    def test_after_a_pause_the_oldest_call_goes_first(self):
        order = []
        musette = Musette('sk_test_x', 'http://127.0.0.1:9', clock=lambda: 100.0, sleep=order.append)
        musette._resume_at = 110.0
        musette._waiting.update({0, 1, 2})
        musette._wait_in_line(3, 190.0)
        musette._waiting.difference_update({0, 1})
        musette._wait_in_line(3, 190.0)
        self.assertEqual([round(each, 2) for each in order], [10.15, 10.05])

    def test_an_answer_that_hangs_is_given_up_after_its_timeout(self):
        release = threading.Event()

        def respond(*_):
            release.wait(5)
            return ok({})

        with self.assertRaises(UnreachableError):
            self.call(respond, lambda each: each.get('/health', timeout_s=0.05, max_retries=0))
        release.set()

    def test_a_redirect_is_not_followed_since_it_would_carry_the_key(self):
        respond, seen = answering((302, {'Location': '/elsewhere'}, b''))
        with self.assertRaisesRegex(MusetteError, 'unexpected response 302'):
            self.call(respond, lambda each: each.get('/health'))
        self.assertEqual(len(seen), 1)

    def test_path_parameters_are_quoted_and_language_headers_and_queries_are_sent(self):
        respond, seen = answering(ok({}))
        path = '/v1/athletes/{athlete_id}/activities/{activity_id}/fuel-plan'

        def ask(each):
            return each.get(path, athlete_id='a/../b?c', activity_id='act_1', suggest=True, caffeine=None)

        self.call(respond, ask, language='de', headers={'X-Tenant': 'one'})
        _, target, headers, _ = seen[0]
        self.assertEqual(target, '/v1/athletes/a%2F..%2Fb%3Fc/activities/act_1/fuel-plan?suggest=true')
        self.assertEqual(headers['Accept-Language'], 'de')
        self.assertEqual(headers['X-Tenant'], 'one')
        self.assertEqual(headers['Authorization'], 'Bearer sk_test_x')
        self.assertRegex(headers['User-Agent'], r'^musette-python/\d+\.\d+\.\d+$')
        with self.assertRaisesRegex(MusetteError, 'athlete_id is missing'):
            self.call(respond, lambda each: each.get('/v1/athletes/{athlete_id}'))


class WebhookTest(unittest.TestCase):
    # The example of the specification, Standard Webhooks 1.0.0.
    SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    BODY = '{"test": 2432232314}'
    NOW_S = 1_614_265_330.0
    HEADERS = {
        'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }

    def test_the_signature_of_the_specification_is_accepted_also_by_the_second_of_two_secrets(self):
        event = verify_webhook(self.BODY, self.HEADERS, self.SECRET, now_s=self.NOW_S)
        self.assertEqual(event, {'test': 2432232314})
        several = {**self.HEADERS, 'webhook-signature': f"v1,AAAA v2,é {self.HEADERS['webhook-signature']}"}
        self.assertTrue(verify_webhook(self.BODY.encode(), several, ['whsec_AAAA', self.SECRET], now_s=self.NOW_S))

    def test_other_bodies_secrets_identifiers_and_times_are_rejected(self):
        signed = self.HEADERS
        for body, headers, secret, now_s in [
            (self.BODY + ' ', signed, self.SECRET, self.NOW_S),
            (self.BODY, signed, 'whsec_AAAA', self.NOW_S),
            (self.BODY, {**signed, 'Webhook-Id': 'msg_2'}, self.SECRET, self.NOW_S),
            (self.BODY, {'webhook-id': 'msg_2'}, self.SECRET, self.NOW_S),
            (self.BODY, {**signed, 'webhook-timestamp': '١٦١'}, self.SECRET, self.NOW_S),
            (self.BODY, signed, self.SECRET, self.NOW_S + 301),
            (self.BODY, signed, self.SECRET, self.NOW_S - 301),
            (self.BODY, signed, 'whsec_', self.NOW_S),
            (self.BODY, signed, 'whsec_???', self.NOW_S),
        ]:
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(body, headers, secret, now_s=now_s)

    def test_the_receiver_of_the_guide_takes_a_signed_delivery_and_refuses_forged_ones(self):
        guide = (ROOT / 'src/delivery/site/guides/python.md').read_text(encoding='utf-8')
        code = next(part for part in guide.split('```') if part.startswith('python') and 'def receive' in part)
        program = {}
        exec(code.removeprefix('python'), program)
        body = b'{"id": "evt_1", "type": "athlete.created"}'

        def signed(sent_at, secret):
            key = base64.b64decode(secret.removeprefix('whsec_'))
            digest = hmac.new(key, f'msg_1.{sent_at}.'.encode() + body, hashlib.sha256).digest()
            signature = f'v1,{base64.b64encode(digest).decode()}'
            return {'webhook-id': 'msg_1', 'webhook-timestamp': str(sent_at), 'webhook-signature': signature}

        now, other = int(time.time()), 'whsec_' + base64.b64encode(b'the key of somebody else').decode()
        genuine = signed(now, self.SECRET)
        unsigned = {name: value for name, value in genuine.items() if name != 'webhook-signature'}
        forged = [
            (body.replace(b'created', b'deleted'), genuine),
            (b'', genuine),
            (body, signed(now, other)),
            (body, signed(now - 600, self.SECRET)),
            (body, {**genuine, 'webhook-id': 'msg_2'}),
            (body, {**genuine, 'webhook-timestamp': str(now + 1)}),
            (body, {**genuine, 'webhook-signature': 'v1,'}),
            (body, unsigned),
            (body, {}),
        ]
        with unittest.mock.patch('sys.stdout', new=io.StringIO()) as printed:
            self.assertEqual([program['receive'](*delivery, self.SECRET) for delivery in forged], [400] * len(forged))
            self.assertEqual(printed.getvalue(), '')
            self.assertEqual(program['receive'](body, genuine, [other, self.SECRET]), 204)
        self.assertEqual(printed.getvalue(), 'athlete.created evt_1\n')


def injecting(target, cycle):
    """Returns a `respond` that forwards to the service, with failures before and after it acted."""
    lock = threading.Lock()
    count = [0]

    def respond(request, body):
        with lock:
            failure = cycle[count[0] % len(cycle)]
            count[0] += 1
        if failure == 'limited':
            return refusal(429, 'rate_limited', {'Retry-After': '1'})
        if failure == 'unavailable':
            return refusal(503, 'temporarily_unavailable', {'Retry-After': '1'})
        if failure == 'lost before':
            return None
        kept = ('Authorization', 'Content-Type', 'Idempotency-Key', 'Accept-Language')
        headers = {name: request.headers[name] for name in kept if request.headers[name]}
        forwarded = urllib.request.Request(target + request.path, body or None, headers, method=request.command)
        try:
            response = urllib.request.urlopen(forwarded)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            content = response.read()
            if failure == 'lost after':
                return None
            return response.status, {'Content-Type': 'application/json'}, content

    return respond


@unittest.skipUnless(BASE_URL and API_KEY, 'needs MUSETTE_BASE_URL and MUSETTE_API_KEY of a sandbox')
class ServiceTest(unittest.TestCase):
    CYCLE = ('none', 'unavailable', 'limited', 'lost after', 'none', 'lost before')

    def test_30_athletes_and_210_activities_are_synced_once_under_injected_429_503_and_lost_answers(self):
        athletes = [{'external_id': f'python-{at}', 'body_mass_kg': 55 + at} for at in range(30)]
        activities = [
            {
                'athlete_external_id': athlete['external_id'],
                'external_id': f"{athlete['external_id']}-day-{day}",
                'type': 'bike',
                'duration_min': 60 + 20 * day,
                'intensity_level': 5,
            }
            for athlete in athletes
            for day in range(7)
        ]
        with Server(injecting(BASE_URL, self.CYCLE)) as service:
            musette = Musette(API_KEY, service.url, sleep=lambda _: None, max_retries=20)
            for given, result in musette.sync_athletes(athletes):
                self.assertEqual(result['athlete']['external_id'], given['external_id'])
            for given, result in musette.sync_activities(activities, calculate=True):
                self.assertEqual(result['activity']['external_id'], given['external_id'])
                self.assertGreater(result['activity']['safety']['max_safe_fluid_ml_per_hr'], 0)
            again = {result['status'] for _, result in musette.sync_athletes(athletes)}
            self.assertEqual(again, {'unchanged'})
            listed = list(musette.each('/v1/athletes', limit=7))
            self.assertEqual(len(listed), len({each['id'] for each in listed}))
            self.assertLessEqual(
                {each['external_id'] for each in athletes}, {each['external_id'] for each in listed}
            )
            feed = musette.events(types='athlete.created', limit=10)
            created = [event['data']['external_id'] for event in feed]
            for athlete in athletes:
                self.assertEqual(created.count(athlete['external_id']), 1)
            self.assertEqual(list(musette.events(feed.cursor, types='athlete.created')), [])

    def test_a_delivery_of_the_service_is_verified_and_a_changed_one_rejected(self):
        deliveries = []

        def receive(request, body):
            deliveries.append((dict(request.headers), body))
            return 204, {}, b''

        with Server(receive) as receiver:
            musette = Musette(API_KEY, BASE_URL)
            webhook = musette.post('/v1/webhooks', body={'url': f'{receiver.url}/hooks', 'events': ['athlete.*']})
            tested = musette.post('/v1/webhooks/{webhook_id}/test', webhook_id=webhook['id'])
            self.assertEqual(tested['status_code'], 204)
            headers, body = next(each for each in deliveries if b'webhook.test' in each[1])
            event = verify_webhook(body, headers, webhook['secret'])
            self.assertEqual(event['data']['webhook_id'], webhook['id'])
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(body + b' ', headers, webhook['secret'])
            musette.delete('/v1/webhooks/{webhook_id}', webhook_id=webhook['id'])


if __name__ == '__main__':
    unittest.main()
