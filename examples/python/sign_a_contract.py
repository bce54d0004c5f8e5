"""From a PDF to a contract that two enterprises have signed. In the sandbox both are ours, as data/demo.json says.

    python3 sign_a_contract.py contract.pdf data/demo.json
"""

import json
import sys
from pathlib import Path

from cinnabar import Cinnabar

pdf, demo_file = (sys.argv[1:] + ["contract.pdf", "data/demo.json"][len(sys.argv) - 1 :])[:2]
demo = json.loads(Path(demo_file).read_text("utf-8"))
buyer, supplier = demo["enterprises"]


def client_of(enterprise):
    return Cinnabar(
        demo["baseUrl"], enterprise["appId"], enterprise["appSecret"], enterprise["owner"]["userId"]
    )


def party_of(flag, enterprise):
    return {
        "participantFlag": flag,
        "participantType": 1,
        "participantCorpName": enterprise["corpName"],
        "psnAccount": enterprise["owner"]["mobile"],
        "psnName": enterprise["owner"]["realName"],
    }


cinnabar = client_of(buyer)
file = cinnabar.upload("/template/uploadContractFile", Path(pdf).name, Path(pdf).read_bytes())
flow = cinnabar.call(
    "/signTask/directSignFlow",
    {
        "flowTitle": "采购合同",
        "contractFileList": [file],
        "participantList": [party_of("甲方", buyer), party_of("乙方", supplier)],
    },
)
flow_id = flow["flowId"]
file_id = cinnabar.call("/signTask/contract/info", {"flowId": flow_id})[0]["fileId"]
for index, party in enumerate([buyer, supplier]):
    place = {
        "componentId": 0,  # A place of our own choice.
        "participantId": flow["participantList"][index]["participantId"],
        "contractFileId": file_id,
        "pageNum": 1,
        "positionX": 120 + index * 320,
        "positionY": 800,
        "fieldType": 0,
        "sealId": 0,  # The enterprise's default seal.
        "specialAttribute": {},
    }
    proof = {"authType": "pwd", "signPwd": party["owner"]["signPwd"]}
    client_of(party).call("/signTask/signContract", {"flowId": flow_id, "signComponents": [place], **proof})

signed = cinnabar.download("/signTask/contract/download", {"flowId": flow_id})
Path("contract-signed.pdf").write_bytes(signed)
print(f"contract-signed.pdf: {len(signed)} bytes, flow {flow_id}")
