"""
OpenStack Swift with its S3 interface in one process: proxy, account, container and object server on one device in a
temporary folder, without a cluster, memcached or a system account. Prints the address of the S3 interface as its first
line. Ends, and deletes the folder, when its standard input is closed.

PUT /clock?ahead=SECONDS moves the clock of the whole store forward.
"""

import sys
import time
from urllib.parse import parse_qs

ahead = 0.0
system_time = time.time
time.time = lambda: system_time() + ahead

import eventlet

eventlet.monkey_patch()

import os
import shutil
import tempfile

from eventlet import hubs, listen, wsgi
from swift.account.server import AccountController
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

access_key, secret_key = sys.argv[1:3]
LOOPBACK = "127.0.0.1"


def make_folder():
    """Swift keeps metadata in extended attributes, which a file system in memory may lack."""
    for place in (tempfile.gettempdir(), "/var/tmp"):
        made = tempfile.mkdtemp(prefix="cinnabar-swift-", dir=place)
        try:
            os.setxattr(made, "user.swift", b"")
            return made
        except OSError:
            os.rmdir(made)
    raise SystemExit("no temporary folder has extended attributes")


folder = make_folder()
# On a busy machine nothing may be late: the proxy would avoid a server that was, and an object would miss in its listing.
PATIENCE = {"conn_timeout": "100", "node_timeout": "100", "container_update_timeout": "100", "fallocate_reserve": "0"}
FILTERS = ("catch_errors", "gatekeeper", "listing_formats", "bulk", "copy", "slo")
PROXY = f"""
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
conn_timeout = 100
node_timeout = 100
recoverable_node_timeout = 100
error_suppression_limit = 1000000
account_autocreate = true
allow_account_management = true
[filter:s3api]
use = egg:swift#s3api
# The tests move the clock of the store by days.
allowable_clock_skew = 1000000000
[filter:tempauth]
use = egg:swift#tempauth
user_{access_key.replace(":", "_")} = {secret_key} .admin
""" + "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in FILTERS)


class Cache:
    """What the middleware keeps in memcached, as far as it is asked for here."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def delete(self, key, *_, **__):
        self.values.pop(key, None)


class NoLines:
    def write(self, _):
        pass

    def flush(self):
        pass


def serve(socket, app):
    eventlet.spawn(wsgi.server, socket, app, NoLines(), protocol=SwiftHttpProtocol, log_output=False)


def make_rings(ports):
    for name, port in ports.items():
        builder = RingBuilder(2, 1, 0)
        builder.add_dev(
            {"id": 0, "region": 1, "zone": 1, "weight": 1.0, "ip": LOOPBACK, "port": port, "device": "disk"}
        )
        builder.rebalance()
        builder.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))


def with_clock(app):
    cache = Cache()

    def handle(environ, start_response):
        global ahead
        if environ["PATH_INFO"] == "/clock":
            ahead += float(parse_qs(environ["QUERY_STRING"])["ahead"][0])
            start_response("204 No Content", [])
            return []
        environ["swift.cache"] = cache
        return app(environ, start_response)

    return handle


def main():
    os.makedirs(os.path.join(folder, "devices", "disk"))
    utils.HASH_PATH_PREFIX = b"tests"
    utils.HASH_PATH_SUFFIX = b"tests"
    devices = os.path.join(folder, "devices")
    conf = {"devices": devices, "mount_check": "false", "swift_dir": folder, **PATIENCE}
    sockets = {name: listen((LOOPBACK, 0)) for name in ("account", "container", "object")}
    make_rings({name: socket.getsockname()[1] for name, socket in sockets.items()})
    logger = utils.get_logger({"log_level": "CRITICAL"})
    serve(sockets["account"], AccountController(conf, logger=logger))
    serve(sockets["container"], ContainerController(conf, logger=logger))
    serve(sockets["object"], ObjectController(conf, logger=logger))
    path = os.path.join(folder, "proxy-server.conf")
    with open(path, "w") as file:
        file.write(PROXY)
    front = listen((LOOPBACK, 0))
    serve(front, with_clock(loadapp(path)))
    print(f"http://{LOOPBACK}:{front.getsockname()[1]}", flush=True)
    hubs.trampoline(0, read=True)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


main()
