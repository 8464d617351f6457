"""A typed client of a Gatehouse gateway's HTTP API. It needs Python 3.11 and its standard library."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict, Unpack

# GENERATED TYPES


class GatehouseError(Exception):
    """A call that failed after its last attempt."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        reason: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        # A code of the gateway, or "connection_lost", "timed_out" or "unreadable_answer".
        self.code = code
        self.reason = reason
        self.status = status
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


# A 502 says that a service was called: the same call would do it twice, or get the same answer.
_REPEATED_STATUSES = (429, 500, 503)
_LONGEST_WAIT_SECONDS = 8.0


def _new_idempotency_key() -> str:
    """A UUID of version 7: the time, then random. Keys of writes that follow one another are neighbors in the gateway's index."""
    version_and_random = (7 << 76) | (uuid.uuid4().int & ((1 << 76) - 1))
    return str(uuid.UUID(int=(time.time_ns() // 1_000_000 << 80) | version_and_random))


class Client:
    """A client of one gateway with one key."""

    def __init__(self, base_url: str, key: str, *, timeout_seconds: float = 180, max_retries: int = 4) -> None:
        self._tools = base_url.rstrip("/") + "/v1/tools/"
        self._key = key
        self._timeout_seconds = timeout_seconds
        self._max_retries = max_retries

    def call(self, name: str, arguments: Any = None, *, idempotency_key: str | None = None) -> Any:
        """Calls a tool by its name. All attempts of a write have one idempotency key, so that it is made once."""
        headers = {
            "Authorization": "Bearer " + self._key,
            "Content-Type": "application/json",
            "X-Gatehouse-Client": "gatehouse-python/1.0.0",
        }
        if name in _REPEATABLE:
            headers["Idempotency-Key"] = idempotency_key or _new_idempotency_key()
        body = json.dumps(arguments or {}).encode()
        ends = time.monotonic() + self._timeout_seconds
        retries = 0
        while True:
            try:
                return self._attempt(urllib.request.Request(self._tools + name, data=body, headers=headers), ends)
            except GatehouseError as error:
                if retries >= self._max_retries or not _is_worth_another(error):
                    raise
                seconds = error.retry_after_seconds
                if seconds is None:
                    seconds = min(_LONGEST_WAIT_SECONDS, 0.25 * 2**retries) * random.uniform(0.5, 1)
                if time.monotonic() + seconds >= ends:
                    raise GatehouseError("the call was not answered in time", code="timed_out") from error
                time.sleep(seconds)
                retries += 1

    def each(self, name: str, arguments: dict[str, Any] | None = None) -> Iterator[Any]:
        """Gives every entry of a list, page by page as it is read."""
        given: dict[str, Any] = dict(arguments or {})
        if name == "list_tasks":
            limit = given.setdefault("limit", 200)
            while True:
                tasks = self.call(name, given)
                yield from tasks
                if len(tasks) < limit:
                    return
                given["startingAfter"] = tasks[-1]["taskId"]
        field = _ENTRIES[name]
        while True:
            page = self.call(name, given)
            yield from page[field]
            if page["nextCursor"] is None:
                return
            given["cursor"] = page["nextCursor"]

    def _attempt(self, request: urllib.request.Request, ends: float) -> Any:
        left = max(0.001, ends - time.monotonic())
        try:
            with urllib.request.urlopen(request, timeout=left) as response:
                return _parsed(response.read(), response.status, response.headers)
        except urllib.error.HTTPError as error:
            try:
                raise _failure(error.code, error.headers, error.read()) from None
            except (OSError, http.client.HTTPException) as cause:
                raise GatehouseError("the connection to the gateway was lost", code="connection_lost") from cause
        except TimeoutError as cause:
            raise GatehouseError("the call was not answered in time", code="timed_out") from cause
        except (OSError, http.client.HTTPException) as cause:
            raise GatehouseError("the connection to the gateway was lost", code="connection_lost") from cause

    # GENERATED METHODS


def _is_worth_another(error: GatehouseError) -> bool:
    return error.code == "connection_lost" or error.status in _REPEATED_STATUSES


def _parsed(body: bytes, status: int, headers: Any) -> Any:
    try:
        return json.loads(body, parse_float=_as_written)
    except ValueError:
        raise _failure(status, headers, body) from None


def _as_written(number: str) -> float | str:
    """A number beyond all floats stays as it was written."""
    value = float(number)
    is_lost = abs(value) == float("inf") or (value == 0 and any(digit in "123456789" for digit in number.lower().partition("e")[0]))
    return number if is_lost else value


def _failure(status: int, headers: Any, body: bytes) -> GatehouseError:
    retry_after = headers.get("Retry-After")
    about = {
        "status": status,
        "request_id": headers.get("X-Request-Id"),
        "retry_after_seconds": float(retry_after) if retry_after and retry_after.isdigit() else None,
    }
    try:
        error = json.loads(body)["error"]
        return GatehouseError(error["message"], code=error["code"], reason=error.get("reason"), **about)
    except (ValueError, KeyError, TypeError):
        return GatehouseError(f"the answer with status {status} is not from a gateway", code="unreadable_answer", **about)
