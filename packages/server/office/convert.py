"""Keeps one LibreOffice running and has it turn documents into PDF, one at a time.

Started by the service as the leader of a process group, with the path of soffice, the folder of this instance and the
name of a pipe. When standard input ends, because the service has, it removes the folder and ends the whole group.

Each line of standard input is a JSON object {"source", "target", "filter"}, each line of standard output the answer to
it: {"result": "done" | "password" | "unreadable", "detail"}; the first line is {"result": "ready"}. When LibreOffice
dies this program ends without an answer.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.document.MacroExecMode import NEVER_EXECUTE
from com.sun.star.document.UpdateDocMode import NO_UPDATE
from com.sun.star.lang import DisposedException
from com.sun.star.task import XInteractionHandler

BETWEEN_TRIES = 0.05
PASSWORD = uno.getTypeByName("com.sun.star.task.XInteractionPassword")


class Refusing(unohelper.Base, XInteractionHandler):
    """Chooses none of the answers to any question, which ends the loading, and remembers whether it was a password."""

    def __init__(self):
        self.wanted_password = False

    def handle(self, request):
        # The request itself is an exception as a value, which some versions of pyuno cannot read; its answers tell.
        for answer in request.getContinuations():
            if answer.queryInterface(PASSWORD) is not None:
                self.wanted_password = True


def properties(**values):
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


def start(soffice, folder, pipe):
    office = subprocess.Popen(
        [
            soffice,
            "--headless",
            "--invisible",
            "--norestore",
            "--nologo",
            "--nodefault",
            "--nolockcheck",
            "-env:UserInstallation=" + uno.systemPathToFileUrl(os.path.join(folder, "profile")),
            "--accept=pipe,name=" + pipe + ";urp;",
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    # The service's own deadline ends this loop where LibreOffice never answers.
    while office.poll() is None:
        try:
            return resolver.resolve("uno:pipe,name=" + pipe + ";urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(BETWEEN_TRIES)
    sys.exit(1)


def convert(desktop, job):
    questions = Refusing()
    try:
        document = desktop.loadComponentFromURL(
            uno.systemPathToFileUrl(job["source"]),
            "_blank",
            0,
            properties(
                Hidden=True,
                ReadOnly=True,
                FilterName=job["filter"],
                MacroExecutionMode=NEVER_EXECUTE,
                UpdateDocMode=NO_UPDATE,
                InteractionHandler=questions,
            ),
        )
    except DisposedException:
        raise
    except Exception as error:  # UNO's exceptions have no common base but this.
        return refusal(questions, type(error).__name__)
    if document is None:
        return refusal(questions, "nothing was loaded")
    try:
        # Fields of a form are drawn: the service flattens them anyway.
        export = uno.Any("[]com.sun.star.beans.PropertyValue", properties(ExportFormFields=False))
        document.storeToURL(
            uno.systemPathToFileUrl(job["target"]),
            properties(FilterName="writer_pdf_Export", FilterData=export),
        )
        return {"result": "done", "detail": ""}
    except DisposedException:
        raise
    except Exception as error:
        return refusal(questions, type(error).__name__)
    finally:
        document.close(True)


def refusal(questions, detail):
    return {"result": "password" if questions.wanted_password else "unreadable", "detail": detail}


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main(soffice, folder, pipe):
    try:
        context = start(soffice, folder, pipe)
        desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        say({"result": "ready", "detail": ""})
        for line in sys.stdin:
            say(convert(desktop, json.loads(line)))
    finally:
        # Also where the service has gone before it could be told anything.
        shutil.rmtree(folder, ignore_errors=True)
        os.killpg(0, signal.SIGKILL)


main(*sys.argv[1:])
