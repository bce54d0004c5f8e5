// From a PDF to a contract that two enterprises have signed, with nothing but the Java class library (17 or newer). In
// the sandbox both enterprises are ours, as data/demo.json says.
//
//   java SignAContract.java contract.pdf data/demo.json
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

public class SignAContract {
  public static void main(String[] args) throws Exception {
    Path pdf = Path.of(args.length > 0 ? args[0] : "contract.pdf");
    Map<?, ?> demo = (Map<?, ?>) Json.read(Files.readString(Path.of(args.length > 1 ? args[1] : "data/demo.json")));
    String baseUrl = (String) demo.get("baseUrl");
    List<?> enterprises = (List<?>) demo.get("enterprises");

    Cinnabar cinnabar = clientOf(baseUrl, enterprises.get(0));
    Object file = cinnabar.upload("/template/uploadContractFile", pdf);
    Object flow =
        cinnabar.call(
            "/signTask/directSignFlow",
            Map.of(
                "flowTitle", "采购合同",
                "contractFileList", List.of(file),
                "participantList", List.of(partyOf("甲方", enterprises.get(0)), partyOf("乙方", enterprises.get(1)))));
    Object flowId = Json.at(flow, "flowId");
    Object fileId = Json.at(cinnabar.call("/signTask/contract/info", Map.of("flowId", flowId)), 0, "fileId");
    for (int index = 0; index < enterprises.size(); index++) {
      Object enterprise = enterprises.get(index);
      Map<String, Object> place =
          Map.of(
              "componentId", 0, // A place of our own choice.
              "participantId", Json.at(flow, "participantList", index, "participantId"),
              "contractFileId", fileId,
              "pageNum", 1,
              "positionX", 120 + index * 320,
              "positionY", 800,
              "fieldType", 0,
              "sealId", 0, // The enterprise's default seal.
              "specialAttribute", Map.of());
      clientOf(baseUrl, enterprise)
          .call(
              "/signTask/signContract",
              Map.of(
                  "flowId", flowId,
                  "signComponents", List.of(place),
                  "authType", "pwd",
                  "signPwd", Json.at(enterprise, "owner", "signPwd")));
    }
    byte[] signed = cinnabar.download("/signTask/contract/download", Map.of("flowId", flowId));
    Files.write(Path.of("contract-signed.pdf"), signed);
    System.out.println("contract-signed.pdf: " + signed.length + " bytes, flow " + flowId);
  }

  static Cinnabar clientOf(String baseUrl, Object enterprise) {
    return new Cinnabar(
        baseUrl,
        (String) Json.at(enterprise, "appId"),
        (String) Json.at(enterprise, "appSecret"),
        Json.at(enterprise, "owner", "userId").toString());
  }

  static Map<String, Object> partyOf(String flag, Object enterprise) {
    return Map.of(
        "participantFlag", flag,
        "participantType", 1,
        "participantCorpName", Json.at(enterprise, "corpName"),
        "psnAccount", Json.at(enterprise, "owner", "mobile"),
        "psnName", Json.at(enterprise, "owner", "realName"));
  }
}

/** Speaks for one operator (userId) of the enterprise that the application belongs to. */
class Cinnabar {
  private static final int TRIES = 5;
  private static final long LONGEST_WAIT_MS = 15_000;
  private static final Set<String> PASSING = Set.of("429", "502", "503");

  private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String baseUrl;
  private final String appId;
  private final String appSecret;
  private final String userId;
  private String token;
  private Instant tokenEnds = Instant.MIN;

  Cinnabar(String baseUrl, String appId, String appSecret, String userId) {
    this.baseUrl = baseUrl;
    this.appId = appId;
    this.appSecret = appSecret;
    this.userId = userId;
  }

  /** The data of an operation. */
  Object call(String path, Object body) throws IOException, InterruptedException {
    return Json.at(post(path, Json.write(body).getBytes(StandardCharsets.UTF_8), "application/json"), "data");
  }

  /** The data of an operation that takes a file. */
  Object upload(String path, Path file) throws IOException, InterruptedException {
    String boundary = UUID.randomUUID().toString();
    String head = "--%s\r\ncontent-disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n";
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.write(head.formatted(boundary, file.getFileName()).getBytes(StandardCharsets.UTF_8));
    form.write(Files.readAllBytes(file));
    form.write("\r\n--%s--\r\n".formatted(boundary).getBytes(StandardCharsets.UTF_8));
    return Json.at(post(path, form.toByteArray(), "multipart/form-data; boundary=" + boundary), "data");
  }

  /** The bytes of an operation that answers with a file. */
  byte[] download(String path, Object body) throws IOException, InterruptedException {
    return (byte[]) post(path, Json.write(body).getBytes(StandardCharsets.UTF_8), "application/json");
  }

  /** An envelope, or the bytes of a file. All tries go under one key, so that the service carries a write out once. */
  private Object post(String path, byte[] body, String contentType) throws IOException, InterruptedException {
    String key = UUID.randomUUID().toString();
    boolean renewed = false;
    for (int attempt = 1; ; attempt++) {
      HttpRequest.Builder request =
          request(path, contentType, BodyPublishers.ofByteArray(body))
              .header("appId", appId)
              .header("accessToken", accessToken())
              .header("userId", userId)
              .header("source", "pc")
              .header("Idempotency-Key", key);
      long asked = 0;
      IOException failure;
      try {
        return answer(path, request);
      } catch (Refused refused) {
        if ("TOKEN_INVALID".equals(refused.reason) && !renewed) {
          renewed = true;
          token = null;
          continue;
        }
        if (!PASSING.contains(refused.code) && !"IDEMPOTENCY_KEY_RUNNING".equals(refused.reason)) throw refused;
        failure = refused;
        asked = refused.retryAfterMs;
      } catch (IOException broken) {
        failure = broken;
      }
      long wait = Math.max(250L << (attempt - 1), asked);
      if (attempt == TRIES || wait > LONGEST_WAIT_MS) throw failure;
      Thread.sleep(wait);
    }
  }

  private HttpRequest.Builder request(String path, String contentType, BodyPublisher body) {
    return HttpRequest.newBuilder(URI.create(baseUrl + path))
        .timeout(Duration.ofSeconds(60))
        .header("content-type", contentType)
        .POST(body);
  }

  private Object answer(String path, HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
    // Only files have a name; an attachment of a contract may itself be JSON.
    if (response.statusCode() == 200 && response.headers().firstValue("content-disposition").isPresent()) {
      return response.body();
    }
    String text = new String(response.body(), StandardCharsets.UTF_8);
    boolean json = response.headers().firstValue("content-type").orElse("").startsWith("application/json");
    // A proxy does not speak the interface.
    Object envelope = json ? Json.read(text) : Map.of("code", String.valueOf(response.statusCode()), "msg", text);
    if (Set.of("200", "0").contains(Json.at(envelope, "code")) && json) return envelope;
    throw new Refused(path, (Map<?, ?>) envelope, response.headers().firstValue("retry-after").orElse("0"));
  }

  /** A token lives two hours; a minute before that a new one is fetched. */
  private String accessToken() throws IOException, InterruptedException {
    if (token == null || Instant.now().isAfter(tokenEnds)) {
      String credentials = Json.write(Map.of("appId", appId, "appSecret", appSecret));
      String path = "/service/getAccessToken";
      Object envelope = answer(path, request(path, "application/json", BodyPublishers.ofString(credentials)));
      token = (String) Json.at(envelope, "data", "accessToken");
      tokenEnds = Instant.now().plus(Duration.ofMinutes(119));
    }
    return token;
  }
}

/** The service said no: code decides, reason tells apart what shares a code, msg is for people. */
class Refused extends IOException {
  final String code;
  final String reason;
  final long retryAfterMs;

  Refused(String path, Map<?, ?> envelope, String retryAfter) {
    super(path + ": " + envelope.get("code") + " " + envelope.get("reason") + " " + envelope.get("msg"));
    code = (String) envelope.get("code");
    reason = (String) envelope.get("reason");
    retryAfterMs = retryAfter.matches("\\d{1,9}") ? Long.parseLong(retryAfter) * 1000 : 0;
  }
}

/** JSON as maps, lists, texts, numbers, booleans and null: the class library has none. */
class Json {
  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.space();
    if (json.at < text.length()) throw json.wrong();
    return value;
  }

  /** A value inside others, by names and places. */
  static Object at(Object value, Object... steps) {
    for (Object step : steps) {
      value = step instanceof Integer place ? ((List<?>) value).get(place) : ((Map<?, ?>) value).get(step);
    }
    return value;
  }

  static String write(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> write(entry.getKey()) + ":" + write(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
    }
    if (value instanceof String string) {
      return string.chars().mapToObj(Json::escaped).collect(Collectors.joining("", "\"", "\""));
    }
    return String.valueOf(value);
  }

  private static String escaped(int character) {
    boolean plain = character >= ' ' && character != '"' && character != '\\';
    return plain ? String.valueOf((char) character) : "\\u%04x".formatted(character);
  }

  private Object value() {
    space();
    if (take("{")) return object();
    if (take("[")) return array();
    if (take("\"")) return string();
    if (take("true")) return true;
    if (take("false")) return false;
    if (take("null")) return null;
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    String number = text.substring(start, at);
    if (number.matches("-?\\d{1,18}")) return Long.valueOf(number);
    if (number.isEmpty()) throw wrong();
    return Double.valueOf(number);
  }

  private Map<String, Object> object() {
    Map<String, Object> fields = new LinkedHashMap<>();
    space();
    if (take("}")) return fields;
    do {
      space();
      if (!take("\"")) throw wrong();
      String name = string();
      space();
      if (!take(":")) throw wrong();
      fields.put(name, value());
      space();
    } while (take(","));
    if (!take("}")) throw wrong();
    return fields;
  }

  private List<Object> array() {
    List<Object> items = new ArrayList<>();
    space();
    if (take("]")) return items;
    do {
      items.add(value());
      space();
    } while (take(","));
    if (!take("]")) throw wrong();
    return items;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char character = text.charAt(at++);
      string.append(character == '\\' ? unescaped(text.charAt(at++)) : character);
    }
    if (!take("\"")) throw wrong();
    return string.toString();
  }

  private char unescaped(char letter) {
    if (letter == 'u') return (char) Integer.parseInt(text.substring(at, at += 4), 16);
    int known = "bfnrt".indexOf(letter);
    return known < 0 ? letter : "\b\f\n\r\t".charAt(known);
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private boolean take(String expected) {
    if (!text.startsWith(expected, at)) return false;
    at += expected.length();
    return true;
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("no JSON at character " + at);
  }
}
