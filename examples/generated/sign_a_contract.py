"""From a PDF to a contract that two enterprises have signed, by the client that a generator makes of /openapi.json.

    npm run client -- python
    PYTHONPATH=examples/generated/client-python python3 examples/generated/sign_a_contract.py contract.pdf data/demo.json
"""

import json
import shutil
import sys
import uuid
from pathlib import Path

import cinnabar_client as cinnabar

pdf, demo_file = sys.argv[1:]
demo = json.loads(Path(demo_file).read_text("utf-8"))


class Enterprise:
    """One of the two demo enterprises, with its token and its owner."""

    def __init__(self, given):
        self.given = given
        self.owner = given["owner"]
        self.user_id = self.owner["userId"]
        configuration = cinnabar.Configuration(host=demo["baseUrl"])
        client = cinnabar.ApiClient(configuration)
        answer = data_of(
            cinnabar.CredentialsApi(client).service_get_access_token(
                {"appId": given["appId"], "appSecret": given["appSecret"]}
            )
        )
        configuration.api_key.update(appId=given["appId"], accessToken=answer.access_token)
        self.templates = cinnabar.TemplatesApi(client)
        self.flows = cinnabar.FlowsApi(client)

    def party(self, flag):
        return {
            "participantFlag": flag,
            "participantType": 1,
            "participantCorpName": self.given["corpName"],
            "psnAccount": self.owner["mobile"],
            "psnName": self.owner["realName"],
        }


def data_of(answer):
    """What an answer carries, where it is a success; `code` decides, as everywhere in this interface."""
    if answer.code not in ("0", "200"):
        raise RuntimeError(f"{answer.code} {answer.reason or ''}: {answer.msg}")
    return answer.data


def once():
    """A key under which a request that is sent again is carried out only once."""
    return {"idempotency_key": str(uuid.uuid4())}


buyer, supplier = (Enterprise(each) for each in demo["enterprises"])
parties = [buyer, supplier]
file = data_of(buyer.templates.template_upload_contract_file(buyer.user_id, pdf))
start = {
    "flowTitle": "采购合同",
    "contractFileList": [file],
    "participantList": [buyer.party("甲方"), supplier.party("乙方")],
}
flow = data_of(buyer.flows.sign_task_direct_sign_flow(buyer.user_id, "pc", start, **once()))
info = data_of(buyer.flows.sign_task_contract_info(buyer.user_id, "pc", {"flowId": flow.flow_id}))
for index, party in enumerate(parties):
    place = {
        "componentId": 0,  # A place of our own choice.
        "participantId": flow.participant_list[index].participant_id,
        "contractFileId": info[0].file_id,
        "pageNum": 1,
        "positionX": 120 + index * 320,
        "positionY": 800,
        "fieldType": 0,
        "sealId": 0,  # The enterprise's default seal.
        "specialAttribute": {},
    }
    act = {"flowId": flow.flow_id, "signComponents": [place], "authType": "pwd", "signPwd": party.owner["signPwd"]}
    data_of(party.flows.sign_task_sign_contract(party.user_id, "pc", act, **once()))

signed = Path(
    buyer.flows.sign_task_contract_download(buyer.user_id, "pc", {"flowId": flow.flow_id})
)
shutil.move(signed, "contract-signed.pdf")
print(f"contract-signed.pdf: {Path('contract-signed.pdf').stat().st_size} bytes, flow {flow.flow_id}")
