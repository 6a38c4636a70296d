"""Client for the Musette API: in-activity nutrition with personal safety limits.

Needs Python 3.10 or newer and nothing else. Responses are dicts.

    from musette import Musette

    musette = Musette(api_key='sk_test_…', base_url='https://musette.example')
    athlete = musette.post('/v1/athletes', body={'external_id': 'rider-1042', 'body_mass_kg': 58})
    sessions = musette.each('/v1/athletes/{athlete_id}/activities', athlete_id=athlete['id'])
    print([each['id'] for each in sessions])

Use the paths from the reference. Keyword arguments fill in the names in braces; the others become the query. Pass a JSON
body as `body`, a file as `file=(media_type, content)`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import itertools
import json
import os
import random
import re
import time
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from functools import partialmethod
from http.client import HTTPException
from typing import Any, Literal, NamedTuple

Json = dict[str, Any]
# The `type` of an event.
EventType = Literal[
    'athlete.created', 'athlete.tier_changed', 'athlete.learned', 'athlete.connected', 'athlete.disconnected',
    'athlete.connection_refused', 'athlete.erased', 'athlete.updated', 'activity.created', 'activity.deleted',
    'prescription.calculated', 'feedback.received', 'feedback.deleted', 'activity.updated', 'prescription.stale',
    'key.created', 'key.rotated', 'key.revoked', 'key.rotation_due', 'recalculation.finished', 'webhook.test',
    'webhook.disabled', 'webhook.type_disabled', 'engine.updated', 'sandbox.reset',
]

__version__ = '1.0.0'

FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 8.0
STAGGER_S = 0.05
BATCH_ITEMS_MAX = 100
BATCH_BYTES_MAX = 500 * 1024
RESENDS = 3
READ_BYTES = 65_536

# Returns a receipt, which is lost if the response is.
ERASURE = re.compile(r'/v1/athletes/[^/]+')
# POSTs that have a second effect when repeated. Generated from the OpenAPI document by `npm run client`.
UNREPEATABLE = re.compile(
    r'/v1/athletes/[^/]+/activities/[^/]+/products'
    r'|/v1/partner/api-keys/[^/]+/rotate'
    r'|/v1/oauth/clients/[^/]+/rotate-secret'
    r'|/v1/webhooks/[^/]+/rotate-secret'
    r'|/v1/sandbox/reset'
)


class MusetteError(Exception):
    """An error from this client or the service. See its subclasses."""


class RefusedError(MusetteError):
    """The service rejected the request. Branch on `code`. The service's `/docs/errors` explains each code."""

    def __init__(self, details: Mapping[str, Any], status: int, retry_after_s: float | None) -> None:
        super().__init__(f"{details['code']}: {details.get('message')} (request {details.get('request_id')})")
        self.code: str = details['code']
        self.status = status
        self.request_id: str | None = details.get('request_id')
        self.documentation_url: str | None = details.get('documentation_url')
        self.resource_id: str | None = details.get('resource_id')
        self.problems: list[Json] = details.get('errors') or []
        self.retry_after_s = retry_after_s


class UnreachableError(MusetteError):
    """No response, even after retries. A write may or may not have taken effect. `__cause__` is the last reason."""


class WebhookVerificationError(MusetteError):
    """A delivery was not signed with this secret, or is too old. Respond with 400."""


class Musette:
    """The client, with four HTTP methods and helpers for lists, events and nightly syncs.

    `api_key` and `base_url` default to the environment variables MUSETTE_API_KEY and MUSETTE_BASE_URL. `timeout_s` limits
    one attempt, `deadline_s` a call with its retries. A 429 is repeated until the deadline, whatever `max_retries` says, and
    pauses all calls of this client, so share one between threads.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        language: str | None = None,
        headers: Mapping[str, str] | None = None,
        max_retries: int = 5,
        timeout_s: float = 30.0,
        deadline_s: float = 90.0,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        api_key = api_key or os.environ.get('MUSETTE_API_KEY')
        if not api_key:
            raise MusetteError('pass api_key or set MUSETTE_API_KEY')
        base_url = base_url or os.environ.get('MUSETTE_BASE_URL')
        if not base_url:
            raise MusetteError('pass base_url or set MUSETTE_BASE_URL')
        if not base_url.startswith(('https://', 'http://')):
            raise MusetteError(f'base_url is not an http address: {base_url}')
        self._base_url = base_url.rstrip('/')
        own = {'Authorization': f'Bearer {api_key}', **({} if language is None else {'Accept-Language': language})}
        self._headers = {'User-Agent': f'musette-python/{__version__}', **(headers or {}), **own}
        self._max_retries, self._timeout_s, self._deadline_s = max_retries, timeout_s, deadline_s
        self._sleep, self._clock = sleep, clock
        self._resume_at, self._tickets = float('-inf'), itertools.count()
        self._waiting: set[int] = set()
        self._opener = urllib.request.build_opener(_EveryAnswer)

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        file: tuple[str, bytes] | None = None,
        accept: str | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        language: str | None = None,
        max_retries: int | None = None,
        timeout_s: float | None = None,
        deadline_s: float | None = None,
        **parameters: Any,
    ) -> Any:
        """Returns an operation's response: a dict, None if it has no body, or bytes if `accept` names a file.

        A POST sends the same `Idempotency-Key` with every attempt, so a retry creates nothing twice. Raises RefusedError,
        UnreachableError.
        """
        headers = {'Accept': accept, 'If-Match': if_match, 'Accept-Language': language}
        if method == 'POST':
            headers['Idempotency-Key'] = idempotency_key or str(uuid.uuid4())
        content: bytes | None = None
        if file is not None:
            headers['Content-Type'], content = file
        elif body is not None:
            headers['Content-Type'], content = 'application/json', json.dumps(body).encode()
        target = _fill_in(path, parameters)
        given = {**self._headers, **{name: value for name, value in headers.items() if value is not None}}
        answer, may_have_acted = self._send(
            urllib.request.Request(self._base_url + target, data=content, headers=given, method=method),
            not (method == 'POST' and UNREPEATABLE.fullmatch(target.partition('?')[0])),
            self._max_retries if max_retries is None else max_retries,
            self._timeout_s if timeout_s is None else timeout_s,
            self._deadline_s if deadline_s is None else deadline_s,
        )
        if answer.status == 404 and method == 'DELETE' and may_have_acted and not ERASURE.fullmatch(target):
            return None  # An earlier attempt deleted it, and the response was lost.
        return answer.conclude(accept)

    get = partialmethod(request, 'GET')
    post = partialmethod(request, 'POST')
    patch = partialmethod(request, 'PATCH')
    delete = partialmethod(request, 'DELETE')

    def _send(
        self, request: urllib.request.Request, is_repeatable: bool, retries: int, timeout_s: float, deadline_s: float
    ) -> tuple[_Answer, bool]:
        """Returns the final response, and whether an earlier attempt may have had an effect."""
        ends_at = self._clock() + deadline_s
        ticket = next(self._tickets)
        may_have_acted = False
        failures = refusals = 0
        while True:
            self._wait_in_line(ticket, ends_at)
            answer = self._attempt(request, min(timeout_s, ends_at - self._clock()))
            is_limited = isinstance(answer, _Answer) and answer.status == 429
            pause_s = _pause_s(refusals if is_limited else failures, answer)
            is_last = (failures >= retries and not is_limited) or self._clock() + pause_s >= ends_at
            if is_last or not _is_transient(answer, is_repeatable):
                break
            may_have_acted = may_have_acted or not isinstance(answer, _Answer) or answer.status >= 500
            failures, refusals = failures + (not is_limited), refusals + is_limited
            if isinstance(answer, _Answer) and answer.is_limit_of_key():
                self._resume_at = max(self._resume_at, self._clock() + pause_s)
            else:
                self._sleep(pause_s)
        if not isinstance(answer, _Answer):
            raise UnreachableError(f'no response to {request.method} {request.full_url}') from answer
        return answer, may_have_acted

    def _wait_in_line(self, ticket: int, ends_at: float) -> None:
        """Waits for the end of the client's pause after a 429. The oldest call goes first."""
        self._waiting.add(ticket)
        reached = self._clock()
        try:
            # A copy, because other threads join and leave.
            while reached < (at := self._resume_at + STAGGER_S * sum(n < ticket for n in [*self._waiting])) < ends_at:
                self._sleep(max(0.0, at - self._clock()))
                reached = at
        finally:
            self._waiting.discard(ticket)

    def _attempt(self, request: urllib.request.Request, timeout_s: float) -> _Answer | Exception:
        ends_at = self._clock() + timeout_s
        try:
            with self._opener.open(request, timeout=max(timeout_s, 0.001)) as response:
                content = bytearray()
                while chunk := response.read1(READ_BYTES):
                    content += chunk
                    if self._clock() > ends_at:
                        return TimeoutError('the response took too long')
                return _Answer(response.status, response.headers, bytes(content))
        except (OSError, HTTPException) as error:
            return error

    def each(self, path: str, cursor: str | None = None, **parameters: Any) -> Iterator[Json]:
        """Yields every item of a list, page by page: `musette.each('/v1/athletes')`."""
        return iter(EventFeed(self, cursor, parameters, path))

    def events(self, cursor: str | None = None, **parameters: Any) -> EventFeed:
        """Iterates over the events since `cursor`. When it ends, store the feed's `cursor` and start there next time."""
        return EventFeed(self, cursor, parameters)

    def sync_athletes(self, athletes: Iterable[Json], **options: Any) -> Iterator[tuple[Json, Json]]:
        """Creates or updates any number of athletes, a hundred at a time, and yields each with its result."""
        return self._sync('athletes', athletes, {}, options)

    def sync_activities(
        self, activities: Iterable[Json], calculate: bool = False, **options: Any
    ) -> Iterator[tuple[Json, Json]]:
        """Creates or updates any number of activities, a hundred at a time, and yields each with its result."""
        return self._sync('activities', activities, {'calculate': calculate}, options)

    def _sync(self, kind: str, items: Iterable[Json], body: Json, options: Json) -> Iterator[tuple[Json, Json]]:
        """Sends items in batches and retries those that were temporarily unavailable. Stored items are kept."""
        for batch in _in_batches(items):
            results: dict[int, Json] = {}
            waiting = list(range(len(batch)))
            for _ in range(RESENDS + 1):
                body = {**body, kind: [batch[at] for at in waiting]}
                answer = self.post(f'/v1/{kind}/batch', body=body, **options)
                results.update(zip(waiting, answer['results']))
                codes = {at: results[at].get('error', {}).get('code') for at in waiting}
                waiting = [at for at, code in codes.items() if code == 'temporarily_unavailable']
                if not waiting:
                    break
            yield from ((item, results[at]) for at, item in enumerate(batch))


class EventFeed:
    """Iterates over events. `cursor` moves past a page once all its events were handled, so a crash loses none."""

    def __init__(self, musette: Musette, cursor: str | None, parameters: Json, path: str = '/v1/events') -> None:
        self._musette, self._path, self._parameters = musette, path, parameters
        self.cursor = cursor

    def __iter__(self) -> Iterator[Json]:
        has_more = True
        while has_more:
            page = self._musette.get(self._path, cursor=self.cursor, **self._parameters)
            yield from page['data']
            self.cursor = page['next_cursor']
            has_more = page['has_more'] and self.cursor is not None


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_s: float = 300.0,
    now_s: float | None = None,
) -> Json:
    """Verifies a delivery (Standard Webhooks 1.0.0) and returns its event.

    `body` must be the exact text received, not parsed and serialized again. During a rotation, pass both secrets. A
    delivery may arrive twice, with the same event `id`. A test has `test`: True. Raises WebhookVerificationError.
    """
    content = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ('webhook-id', 'webhook-timestamp', 'webhook-signature') if not given.get(name)]
    if missing:
        raise WebhookVerificationError(f'{missing[0]} is missing')
    timestamp = given['webhook-timestamp']
    is_number = timestamp.isascii() and timestamp.isdigit()
    if not is_number or abs((time.time() if now_s is None else now_s) - int(timestamp)) > tolerance_s:
        raise WebhookVerificationError('webhook-timestamp is too far from now')
    signed = f"{given['webhook-id']}.{timestamp}.".encode() + content
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        try:
            key = base64.b64decode(secret.removeprefix('whsec_'), validate=True)
        except ValueError:
            key = b''
        if not key:
            raise WebhookVerificationError('the secret is not a webhook secret')
        wanted = b'v1,' + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        for signature in given['webhook-signature'].split(' '):
            if hmac.compare_digest(signature.encode(), wanted):
                event: Json = json.loads(content)
                return event
    raise WebhookVerificationError('no signature of the delivery matches')


class _EveryAnswer(urllib.request.HTTPErrorProcessor):
    """Returns responses of any status and follows no redirects, which would send the key to another address."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class _Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    content: bytes

    def conclude(self, accept: str | None) -> Any:
        if 200 <= self.status < 300:
            if accept is not None and accept != 'application/json':
                return self.content
            return json.loads(self.content) if self.content else None
        try:
            details = json.loads(self.content)['error']
            details['code']
        except (ValueError, KeyError, TypeError):
            raise MusetteError(f'unexpected response {self.status}') from None
        raise RefusedError(details, self.status, self.retry_after_s())

    def is_limit_of_key(self) -> bool:
        """Returns whether this is a 429 of the key's own budget, and not of one athlete's or webhook's."""
        return self.status == 429 and not re.search(r'"(athlete|webhook)-', self.headers.get('RateLimit') or '')

    def retry_after_s(self) -> float | None:
        value = self.headers.get('Retry-After') or ''
        if value.isascii() and value.isdigit():
            return float(value)
        try:
            return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
        except (TypeError, ValueError):
            return None


def _is_transient(answer: _Answer | Exception, is_repeatable: bool) -> bool:
    """Returns whether to retry: the request had no effect (408, 429) or is safe to repeat."""
    if not isinstance(answer, _Answer):
        return is_repeatable
    return answer.status in (408, 429) or (is_repeatable and answer.status >= 500)


def _pause_s(attempt: int, answer: _Answer | Exception) -> float:
    """Returns the wait in seconds: at least `Retry-After`, otherwise doubling, with jitter."""
    named = answer.retry_after_s() if isinstance(answer, _Answer) else None
    if named is not None:
        return named * (1 + 0.25 * random.random())
    return min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0**attempt) * (0.5 + 0.5 * random.random())


def _fill_in(path: str, parameters: Mapping[str, Any]) -> str:
    """Fills in the path parameters and puts the rest into the query."""
    rest = {name: value for name, value in parameters.items() if value is not None}
    parts = []
    for part in path.split('/'):
        if part.startswith('{'):
            value = rest.pop(part[1:-1], '')
            if not isinstance(value, str) or value in ('', '.', '..'):
                raise MusetteError(f'{part[1:-1]} is missing')
            part = urllib.parse.quote(value, safe='')
        parts.append(part)
    # Booleans are written as in JSON.
    query = {name: json.dumps(value) if isinstance(value, bool) else value for name, value in rest.items()}
    return '/'.join(parts) + (f'?{urllib.parse.urlencode(query)}' if query else '')


def _in_batches(items: Iterable[Json]) -> Iterator[list[Json]]:
    batch: list[Json] = []
    size = 0
    for item in items:
        item_bytes = len(json.dumps(item)) + 1
        if batch and (len(batch) == BATCH_ITEMS_MAX or size + item_bytes > BATCH_BYTES_MAX):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += item_bytes
    if batch:
        yield batch
