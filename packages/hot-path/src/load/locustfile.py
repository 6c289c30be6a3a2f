# What Locust runs. locust.js replaces PLAN. It gives commands on standard input: the seconds of a load, one per line.
# Where there is no hot-path, in Kubernetes, PLAN has the seconds of one load.
# Each user is one connection, which sends a request when the previous one is answered.

import atexit
import base64
import contextlib
import itertools
import json
import os
import sys
import tempfile
import time
import uuid
from http.cookiejar import DefaultCookiePolicy

import gevent
import psutil
from gevent.event import Event
from gevent.fileobject import FileObjectThread
from locust import FastHttpUser, constant, events, runners, task
from locust.runners import MasterRunner, WorkerRunner

PLAN = {}
REQUESTS = [{**one, "body": base64.b64decode(one["body"])} for one in PLAN["requests"]]
ID = "[<id>]"
DIGITS = 3  # of a latency in microseconds: buckets of at most 1 %
REPORT_SECONDS = 0.25

runners.MASTER_HEARTBEAT_TIMEOUT = 5  # seconds after which workers end if hot-path is gone


def remove_file():
    with contextlib.suppress(FileNotFoundError):
        os.remove(__file__)


if os.path.dirname(__file__) == tempfile.gettempdir():
    # Locust leaves the file that a worker received from its master. Requests may contain secrets. Another worker on this
    # machine may have removed it.
    with contextlib.suppress(FileNotFoundError):
        os.chmod(__file__, 0o600)
    atexit.register(remove_file)

is_sending = Event()
in_flight = {}  # when each was sent, by user
counts = {}
recent = {}  # answers since the last report, by status
sequence = iter(())


class Connection(FastHttpUser):
    wait_time = constant(0)
    network_timeout = connection_timeout = PLAN["timeoutSeconds"]
    insecure = True  # servers on this machine have self-signed certificates
    concurrency = 1

    def on_start(self):
        self.client.cookiejar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        # geventhttpclient repeats a request on a lost connection once more than the pool has connections.
        self.client.client.clientpool.get_client(self.host)._connection_pool.size = -1

    @task
    def send(self):
        is_sending.wait()
        index, request = next(sequence)
        in_flight[self] = time.perf_counter()
        try:
            self.client.request(
                request["method"],
                filled(request["path"]),
                name=str(index),
                data=filled_body(request["body"]),
                headers={name: filled(value) for name, value in request["headers"].items()},
                allow_redirects=False,
            )
        finally:
            del in_flight[self]


def filled(text):
    return text.replace(ID, str(uuid.uuid4())) if ID in text else text


def filled_body(body):
    return body.replace(ID.encode(), str(uuid.uuid4()).encode()) if ID.encode() in body else body


def add(response_time, response_length, response, exception, **_):
    status = getattr(response, "status_code", 0) or 0
    if status == 0:
        counts["errors"] += 1
        counts["timeouts"] += isinstance(exception, (TimeoutError, gevent.Timeout))
        return
    us = round(1000 * response_time)
    bucket = round(us, DIGITS - len(str(us)))
    good = PLAN["all"] or 200 <= status <= 299
    if good:
        counts["latencies"][bucket] = counts["latencies"].get(bucket, 0) + 1
        counts["maxMs"] = max(counts["maxMs"], response_time)
        counts["bytes"] += response_length
    counts["statuses"][status] = counts["statuses"].get(status, 0) + 1
    count, total_ms, max_ms = recent.get(status, (0, 0, 0))
    recent[status] = (count + 1, total_ms + response_time, max(max_ms, response_time))
    counts["requests"] += 1
    counts["answeringMs"] += response_time


def begin(environment, msg, **_):
    global counts, sequence
    runner = environment.runner
    # Workers begin at different positions of the sequence, so that all requests are sent evenly.
    first = max(0, getattr(runner, "worker_index", 0)) * len(REQUESTS) // msg.data["workers"]
    sequence = itertools.cycle([(i, REQUESTS[i]) for i in [(first + i) % len(REQUESTS) for i in range(len(REQUESTS))]])
    counts = {"requests": 0, "errors": 0, "timeouts": 0, "bytes": 0, "maxMs": 0, "answeringMs": 0, "latencies": {}, "statuses": {}}
    counts.update(users=runner.user_count, begun=time.perf_counter(), begunCpu=cpu_seconds())
    recent.clear()
    is_sending.set()
    gevent.spawn(report_regularly, runner)


def report_regularly(runner):
    while is_sending.is_set():
        report(runner)
        gevent.sleep(REPORT_SECONDS)


def report(runner):
    if "seconds" in PLAN:
        return  # nobody reads it
    runner.send_message("hot-path-report", {"answers": dict(recent), "cpuSeconds": cpu_seconds() - counts["begunCpu"]})
    recent.clear()


def end(environment, msg, **_):
    if not is_sending.is_set():
        return  # a worker that came after the begin of the load
    is_sending.clear()
    now = time.perf_counter()
    waiting_ms = 1000 * sum(now - sent for sent in in_flight.values())
    result = dict(inTime=counts["requests"], inTimeMs=counts["answeringMs"] + waiting_ms, sendingSeconds=now - counts["begun"])
    while in_flight:
        gevent.sleep(0.001)
    report(environment.runner)
    result.update({name: value for name, value in counts.items() if name not in ("begun", "begunCpu")})
    result.update(seconds=time.perf_counter() - counts["begun"], cpuSeconds=cpu_seconds() - counts["begunCpu"])
    environment.runner.send_message("hot-path-result", result)


def cpu_seconds():
    times = psutil.Process().cpu_times()
    return times.user + times.system


def say(message):
    print("hot-path " + json.dumps(message), flush=True)


def conduct(runner, results):
    """Runs a load for each command. Their end means that hot-path has ended."""
    runner._users_dispatcher = None  # a worker that comes late or is lost does not change the others' users
    say({"users": runner.user_count})
    for seconds in [PLAN["seconds"]] if "seconds" in PLAN else FileObjectThread(sys.stdin.buffer):
        results.clear()
        begun = present(runner)
        runner.send_message("hot-path-begin", {"workers": len(begun)})
        gevent.sleep(float(seconds))
        runner.send_message("hot-path-end")
        with gevent.Timeout(PLAN["timeoutSeconds"] + 1, False):
            while begun & present(runner) - results.keys():
                gevent.sleep(0.005)
        lost = max(PLAN["workers"], len(begun)) - len(begun & results.keys())
        say({"results": list(results.values()), "lost": lost})
    runner.quit()


def present(runner):
    """The workers that have not been lost; a runner of its own is one."""
    if not isinstance(runner, MasterRunner):
        return {"local"}
    return {client.id for client in runner.clients.spawning + runner.clients.running}


def say_arrivals(runner):
    said = 0
    while said < PLAN["workers"]:
        gevent.sleep(0.1)
        if runner.worker_count != said:
            said = runner.worker_count
            say({"workers": said})


@events.init.add_listener
def prepare(environment, runner, **_):
    if not isinstance(runner, MasterRunner):
        environment.events.request.add_listener(add)
        runner.register_message("hot-path-begin", begin)
        runner.register_message("hot-path-end", end, concurrent=True)
    if not isinstance(runner, WorkerRunner):
        results = {}
        runner.register_message("hot-path-result", lambda msg, **_: results.update({msg.node_id: msg.data}))
        runner.register_message("hot-path-report", lambda msg, **_: say({"report": msg.data, "worker": msg.node_id}))
        environment.events.spawning_complete.add_listener(lambda **_: gevent.spawn(conduct, runner, results))
    if isinstance(runner, MasterRunner):
        gevent.spawn(say_arrivals, runner)
    if isinstance(runner, WorkerRunner):
        # Otherwise a worker waits for ever if its master ends before the first heartbeat.
        runner.last_heartbeat_timestamp = runner.last_heartbeat_timestamp or time.time()
