"""Receives webhooks, verified. WEBHOOK_SECRET=… PORT=… receiver.py"""
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pairspace import WebhookVerificationError, verify_webhook

MOST_BYTES = 1024 * 1024
seen: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        body = self.rfile.read(int(length)) if length.isdecimal() and int(length) <= MOST_BYTES else b""
        try:
            delivery = verify_webhook(self.headers, body, os.environ["WEBHOOK_SECRET"])
        except WebhookVerificationError as error:
            return self.send_error(400, str(error))
        self.send_response(204)
        self.end_headers()
        delivery_id = self.headers["X-Pair-Delivery"]
        if delivery_id not in seen:
            seen.add(delivery_id)
            print(delivery["event"], delivery["data"]["id"], flush=True)


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
