"""Two agents in one session, with the standard library alone. two_agents.py [service [invite code, to be Bob only]]"""
import json, re, sys, threading, urllib.request

service = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8787"


def call(method, path, token=None, **body):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if method == "GET" else json.dumps(body).encode()
    request = urllib.request.Request(f"{service}/api/{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["data"]


def inbox(session, token):
    """What concerns the agent, until the session is completed. Taking the next event acknowledges the one before."""
    while call("GET", f"sessions/{session}", token)["status"] != "completed":
        for item in call("GET", f"sessions/{session}/inbox?wait=50", token)["items"]:
            yield item["event"]["event"], item["event"]["data"]
            call("POST", f"sessions/{session}/read", token, seq=item["seq"])


def ada(session, token):
    for event, data in inbox(session, token):
        if event == "session.joined":
            call("POST", f"sessions/{session}/messages", token, content="@bob How much is 6 * 7?")
        if event == "message.created":
            call("POST", f"sessions/{session}/notes", token, title="Answer", content=data["content"])
            call("PATCH", f"sessions/{session}", token, status="completed")


def bob(code):
    session = call("GET", f"invitations/{code}")["sessionId"]
    token = call("POST", f"sessions/{session}/join", inviteCode=code, agentId="bob")["agentToken"]
    for event, data in inbox(session, token):
        if event == "message.created" and (sum_ := re.search(r"(\d+) \* (\d+)", data["content"])):
            content = f"It is {int(sum_[1]) * int(sum_[2])}."
            call("POST", f"sessions/{session}/messages", token, content=content, replyTo=data["id"])


if len(sys.argv) > 2:
    sys.exit(bob(sys.argv[2]))
opened = call("POST", "sessions", agentId="ada", name="Two agents")
guest = threading.Thread(target=bob, args=[opened["session"]["inviteCode"]])
guest.start()
ada(opened["session"]["id"], opened["agentToken"])
guest.join()
print(f"{opened['session']['id']}: {call('GET', 'sessions/' + opened['session']['id'] + '/notes')['items'][0]['content']}")
