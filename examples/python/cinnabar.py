"""A client of Cinnabar in the few lines that it takes, with nothing but Python's standard library."""

import json
import time
import urllib.error
import urllib.request
import uuid

TRIES = 5
PASSING = (429, 502, 503)  # What passes by itself: too many requests, a service that is full or stopping.
LONGEST_WAIT = 15  # Seconds; what asks for more is told to the caller.


class Refused(Exception):
    """The service said no. `code` decides, `reason` tells apart what shares a code, `msg` is for people."""

    def __init__(self, path, envelope, headers):
        self.code = envelope["code"]
        self.reason = envelope.get("reason")
        self.msg = envelope["msg"]
        self.request_id = headers["x-request-id"]
        self.retry_after = headers["retry-after"]
        super().__init__(f"{path}: {self.code} {self.reason or ''} {self.msg}")


class Cinnabar:
    """Speaks for one operator (`user_id`) of the enterprise that the application belongs to."""

    def __init__(self, base_url, app_id, app_secret, user_id):
        self._base_url = base_url.rstrip("/")
        self._app_id = app_id
        self._app_secret = app_secret
        self._user_id = user_id
        self._token = None
        self._token_ends = 0.0

    def call(self, path, body=None):
        """The `data` of an operation."""
        return self._post(path, json.dumps(body or {}).encode(), "application/json")["data"]

    def upload(self, path, file_name, content):
        """The `data` of an operation that takes a file."""
        boundary = uuid.uuid4().hex
        head = f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="{file_name}"\r\n\r\n'
        form = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        return self._post(path, form, f"multipart/form-data; boundary={boundary}")["data"]

    def download(self, path, body):
        """The bytes of an operation that answers with a file."""
        return self._post(path, json.dumps(body).encode(), "application/json")

    def _post(self, path, body, content_type):
        # All tries go under one key, so that the service carries a write out once.
        key = str(uuid.uuid4())
        renewed = False
        attempt = 0
        while True:
            attempt += 1
            headers = {
                "content-type": content_type,
                "appId": self._app_id,
                "accessToken": self._access_token(),
                "userId": str(self._user_id),
                "source": "pc",
                "idempotency-key": key,
            }
            try:
                return self._send(path, body, headers)
            except Refused as refused:
                if refused.reason == "TOKEN_INVALID" and not renewed:
                    renewed, self._token = True, None
                    continue
                if refused.code not in map(str, PASSING) and refused.reason != "IDEMPOTENCY_KEY_RUNNING":
                    raise
                if not self._wait(attempt, refused.retry_after):
                    raise
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if not self._wait(attempt, None):
                    raise

    def _send(self, path, body, headers):
        request = urllib.request.Request(self._base_url + path, body, headers, method="POST")
        try:
            response = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            content = response.read()
            # Only files have a name; an attachment of a contract may itself be JSON.
            if response.status == 200 and response.headers["content-disposition"] is not None:
                return content
            try:
                envelope = json.loads(content)
            except ValueError:
                # A proxy, which does not speak the interface.
                envelope = {"code": str(response.status), "msg": content[:200].decode(errors="replace")}
            if envelope["code"] in ("200", "0"):
                return envelope
            raise Refused(path, envelope, response.headers)

    def _access_token(self):
        """A token lives two hours; a minute before that a new one is fetched."""
        if self._token is None or time.monotonic() > self._token_ends:
            body = json.dumps({"appId": self._app_id, "appSecret": self._app_secret}).encode()
            path = "/service/getAccessToken"
            self._token = self._send(path, body, {"content-type": "application/json"})["data"]["accessToken"]
            self._token_ends = time.monotonic() + 2 * 3600 - 60
        return self._token

    @staticmethod
    def _wait(attempt, retry_after):
        """False where another try is not worth it."""
        seconds = max(0.25 * 2 ** (attempt - 1), float(retry_after or 0))
        if attempt >= TRIES or seconds > LONGEST_WAIT:
            return False
        time.sleep(seconds)
        return True
