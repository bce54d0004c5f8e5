// From a PDF to a contract that two enterprises have signed, by the client that a generator makes of /openapi.json.
//
//   npm run client -- java
//   java -cp CLIENT_AND_ITS_LIBRARIES examples/generated/SignAContract.java contract.pdf data/demo.json
import cn.cinnabar.client.ApiClient;
import cn.cinnabar.client.api.CredentialsApi;
import cn.cinnabar.client.api.FlowsApi;
import cn.cinnabar.client.api.TemplatesApi;
import cn.cinnabar.client.auth.ApiKeyAuth;
import cn.cinnabar.client.model.FetchAuthFaceAuthSignComponents;
import cn.cinnabar.client.model.FetchAuthFaceAuthSignComponents.FieldTypeEnum;
import cn.cinnabar.client.model.FetchAuthFaceAuthSpecialAttribute;
import cn.cinnabar.client.model.ServiceGetAccessTokenRequest;
import cn.cinnabar.client.model.SignTaskContractDownloadRequest;
import cn.cinnabar.client.model.SignTaskContractInfoRequest;
import cn.cinnabar.client.model.SignTaskDirectSignFlowParticipantList;
import cn.cinnabar.client.model.SignTaskDirectSignFlowParticipantList.ParticipantTypeEnum;
import cn.cinnabar.client.model.SignTaskDirectSignFlowRequest;
import cn.cinnabar.client.model.SignTaskSignContractRequest;
import cn.cinnabar.client.model.SignTaskSignContractRequest.AuthTypeEnum;
import cn.cinnabar.client.model.SignTaskStartSignFlowAnswerData;
import cn.cinnabar.client.model.TemplateAddTemplateContractFileList;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;

public class SignAContract {
  public static void main(String[] args) throws Exception {
    JsonObject demo = JsonParser.parseString(Files.readString(Path.of(args[1]))).getAsJsonObject();
    String baseUrl = demo.get("baseUrl").getAsString();
    Enterprise buyer = new Enterprise(baseUrl, demo.getAsJsonArray("enterprises").get(0));
    Enterprise supplier = new Enterprise(baseUrl, demo.getAsJsonArray("enterprises").get(1));

    var upload =
        buyer.templates.templateUploadContractFile(buyer.userId, new File(args[0]), "pc", null, null, once(), null);
    var uploaded = dataOf(upload.getCode(), upload.getReason(), upload.getMsg(), upload.getData());
    var file =
        new TemplateAddTemplateContractFileList()
            .fileName(uploaded.getFileName())
            .fileUrl(uploaded.getFileUrl())
            .totalPage(uploaded.getTotalPage())
            .width(BigDecimal.valueOf(uploaded.getWidth()))
            .height(BigDecimal.valueOf(uploaded.getHeight()));
    var start =
        new SignTaskDirectSignFlowRequest()
            .flowTitle("采购合同")
            .addContractFileListItem(file)
            .addParticipantListItem(buyer.asParty("甲方"))
            .addParticipantListItem(supplier.asParty("乙方"));
    var started = buyer.flows.signTaskDirectSignFlow(buyer.userId, "pc", start, null, null, once());
    SignTaskStartSignFlowAnswerData flow =
        dataOf(started.getCode(), started.getReason(), started.getMsg(), started.getData());
    Long flowId = flow.getFlowId();

    var about = new SignTaskContractInfoRequest().flowId(flowId);
    var described = buyer.flows.signTaskContractInfo(buyer.userId, "pc", about, null, null);
    var files = dataOf(described.getCode(), described.getReason(), described.getMsg(), described.getData());
    List<Enterprise> parties = List.of(buyer, supplier);
    for (int index = 0; index < parties.size(); index++) {
      Enterprise party = parties.get(index);
      var place =
          new FetchAuthFaceAuthSignComponents()
              .componentId(0L) // A place of our own choice.
              .participantId(flow.getParticipantList().get(index).getParticipantId())
              .contractFileId(files.get(0).getFileId())
              .pageNum(1)
              .positionX(BigDecimal.valueOf(120 + index * 320))
              .positionY(BigDecimal.valueOf(800))
              .fieldType(FieldTypeEnum.NUMBER_0)
              .sealId(0L) // The enterprise's default seal.
              .specialAttribute(new FetchAuthFaceAuthSpecialAttribute());
      var act =
          new SignTaskSignContractRequest()
              .flowId(flowId)
              .addSignComponentsItem(place)
              .authType(AuthTypeEnum.PWD)
              .signPwd(party.signPwd);
      var signed = party.flows.signTaskSignContract(party.userId, "pc", act, null, null, once());
      dataOf(signed.getCode(), signed.getReason(), signed.getMsg(), signed.getData());
    }

    var wanted = new SignTaskContractDownloadRequest().flowId(flowId);
    File signed = buyer.flows.signTaskContractDownload(buyer.userId, "pc", wanted, null, null);
    Path to = Path.of("contract-signed.pdf");
    Files.move(signed.toPath(), to, StandardCopyOption.REPLACE_EXISTING);
    System.out.println(to + ": " + Files.size(to) + " bytes, flow " + flowId);
  }

  /** What an answer carries, where it is a success; `code` decides, as everywhere in this interface. */
  static <T> T dataOf(String code, String reason, String msg, T data) {
    if (!List.of("0", "200").contains(code)) throw new IllegalStateException(code + " " + reason + ": " + msg);
    return data;
  }

  /** A key under which a request that is sent again is carried out only once. */
  static String once() {
    return UUID.randomUUID().toString();
  }

  /** One of the two demo enterprises, with its token and its owner. */
  static class Enterprise {
    final TemplatesApi templates;
    final FlowsApi flows;
    final Long userId;
    final String signPwd;
    private final String corpName;
    private final String mobile;
    private final String realName;

    Enterprise(String baseUrl, JsonElement given) throws Exception {
      JsonObject corp = given.getAsJsonObject();
      JsonObject owner = corp.getAsJsonObject("owner");
      userId = owner.get("userId").getAsLong();
      signPwd = owner.get("signPwd").getAsString();
      corpName = corp.get("corpName").getAsString();
      mobile = owner.get("mobile").getAsString();
      realName = owner.get("realName").getAsString();

      ApiClient client = new ApiClient().setBasePath(baseUrl);
      String appId = corp.get("appId").getAsString();
      var credentials = new ServiceGetAccessTokenRequest().appId(appId).appSecret(corp.get("appSecret").getAsString());
      var answer = new CredentialsApi(client).serviceGetAccessToken(credentials, null, null, null);
      var token = dataOf(answer.getCode(), answer.getReason(), answer.getMsg(), answer.getData());
      ((ApiKeyAuth) client.getAuthentication("appId")).setApiKey(appId);
      ((ApiKeyAuth) client.getAuthentication("accessToken")).setApiKey(token.getAccessToken());
      templates = new TemplatesApi(client);
      flows = new FlowsApi(client);
    }

    SignTaskDirectSignFlowParticipantList asParty(String flag) {
      return new SignTaskDirectSignFlowParticipantList()
          .participantFlag(flag)
          .participantType(ParticipantTypeEnum.NUMBER_1)
          .participantCorpName(corpName)
          .psnAccount(mobile)
          .psnName(realName);
    }
  }
}
