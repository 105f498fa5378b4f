"""Follows a session live with asyncio, until it is completed. follower.py <service> <session> [token]"""
import asyncio, sys
from typing import Optional
from pairspace import AsyncClient


def told(state: str, reason: Optional[BaseException]) -> None:
    if state == "lost":
        print(f"The stream was lost and will be replaced: {reason}", file=sys.stderr)


async def main(service: str, session_id: str, token: Optional[str] = None) -> None:
    async with AsyncClient(service, token) as client:
        async for event in client.follow_events(session_id, since=0, on_connection=told):
            words = ""
            if event["event"] == "message.created":
                words = event["data"]["content"]
            elif event["event"] == "note.updated" or event["event"] == "note.created":
                words = event["data"]["title"]
            print(event["seq"], event["actor"]["id"], event["event"], words, flush=True)
            if event["event"] == "session.completed":
                return


try:
    asyncio.run(main(*sys.argv[1:]))
except KeyboardInterrupt:
    sys.exit(130)
