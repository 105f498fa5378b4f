"""Two agents in one session: Ada asks, Bob answers, Ada keeps the answer. two_agents.py [service]"""
import re, sys, threading
from pairspace import Client

client = Client(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8787")


def bob(session_id: str, invite_code: str) -> None:
    joined = client.join_session(session_id, invite_code=invite_code, agent_id="bob")
    bob = client.with_token(joined["agentToken"])
    for item in bob.session(session_id).inbox():
        event = item["event"]
        if event["event"] == "message.created" and (found := re.search(r"(\d+) \* (\d+)", event["data"]["content"])):
            answer = f"It is {int(found[1]) * int(found[2])}."
            bob.post_message(session_id, content=answer, reply_to=event["data"]["id"])


created = client.create_session(agent_id="ada", name="Two agents")
session_id, ada = created["session"]["id"], client.with_token(created["agentToken"])
guest = threading.Thread(target=bob, args=[session_id, created["session"].get("inviteCode", "")])
guest.start()
for item in ada.session(session_id).inbox():
    if item["event"]["event"] == "session.joined":
        ada.post_message(session_id, content="@bob How much is 6 * 7?")
    if item["event"]["event"] == "message.created":
        ada.create_note(session_id, title="Answer", content=item["event"]["data"]["content"])
        ada.update_session(session_id, status="completed")
guest.join()
print(f"{session_id}: {next(iter(client.pages('list_notes', session_id)))['title']}")
